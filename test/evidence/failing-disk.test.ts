/** Promises of a log of files on a disk that is full, fails, or comes back. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { WorkerLog } from '../../evidence/log/worker-log.ts';
import type { LogSettings } from '../../evidence/settings.ts';
import { disk, healDisk } from './mocked-disk.ts';
import { body, idsOf, openLog as open, lenientVerdict, settings, verdict, WRITER } from './opened-log.ts';
import { readRecords, temporaryFolder } from './support.ts';

vi.mock('node:fs', async (load) => (await import('./mocked-disk.ts')).mockDisk(await load()));

afterEach(() => {
  healDisk();
  vi.useRealTimers();
});

test('no checkpoint is signed over what a failed sync may have lost; another chain begins', async () => {
  const folder = await temporaryFolder();
  const { log, warnings, checkpoints } = open(folder);
  log.append(body(0));
  void log.flushBatch();
  await expect.poll(() => checkpoints).toHaveLength(1);
  disk.syncsFail = true;
  log.append(body(1));
  void log.flushBatch();
  await expect.poll(() => warnings).toHaveLength(1);
  disk.syncsFail = false;
  log.append(body(2));
  void log.flushBatch();
  await expect.poll(() => checkpoints).toHaveLength(2);
  log.close();
  expect(verdict(folder).problem?.problem).toContain('the records from seq 2 to 2 are not covered');
  const { chains, problem } = lenientVerdict(folder);
  expect(problem).toBeNull();
  expect(chains).toMatchObject([
    { from: 0, to: 3, covered: 2 },
    { from: 0, to: 2, covered: 2 },
  ]);
  expect(await idsOf(folder)).toEqual(['id-0', 'id-1', 'id-2']);
});

test('in sync who waits for a sync that fails is refused, and what comes after is promised again', async () => {
  const folder = await temporaryFolder();
  const { log } = open(folder, { sync: true });
  disk.syncsFail = true;
  log.append(body(0));
  const first = log.flushBatch();
  log.append(body(1));
  const second = log.flushBatch();
  await expect(first).rejects.toThrow('EIO');
  await expect(second).rejects.toThrow();
  disk.syncsFail = false;
  log.append(body(2));
  await expect(log.flushBatch()).resolves.toBeUndefined();
  log.close();
  expect(verdict(folder).problem?.problem).toContain('no checkpoint covers any record of the chain');
  expect(lenientVerdict(folder)).toMatchObject({
    problem: null,
    chains: [{ covered: 0 }, { to: 3, covered: 3 }],
  });
});

test('who waits in sync is refused when the file could not be synced before the next one began', async () => {
  const folder = await temporaryFolder();
  // On a slow disk the log's own timers would begin the next file before the first sync has ended.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { log } = open(folder, { sync: true, fileBytes: 1 });
  log.append(body(0));
  const first = log.flushBatch();
  // The sync of the first is under way, so these are written when it has ended, into the next file.
  log.append(body(1));
  const waiting = log.flushBatch();
  log.append(body(2));
  const alike = log.flushBatch();
  disk.syncsFail = true;
  const ends = await Promise.allSettled([first, waiting, alike]);
  const refused = { status: 'rejected', reason: expect.any(Error) };
  expect(ends).toEqual([{ status: 'fulfilled', value: undefined }, refused, refused]);
  disk.syncsFail = false;
  log.append(body(3));
  await expect(log.flushBatch()).resolves.toBeUndefined();
  log.close();
  expect(lenientVerdict(folder).problem).toBeNull();
});

test('the process that comes next does not go on with a file that could not be synced', async () => {
  const folder = await temporaryFolder();
  const first = open(folder, { sync: true });
  first.log.append(body(0));
  await first.log.flushBatch();
  disk.syncsFail = true;
  first.log.append(body(1));
  await expect(first.log.flushBatch()).rejects.toThrow('EIO');
  disk.syncsFail = false;
  const { log, warnings } = open(folder);
  expect(warnings).toEqual([expect.stringContaining('could not be synced; a new chain begins')]);
  log.append(body(2));
  log.close();
  expect(lenientVerdict(folder)).toMatchObject({
    problem: null,
    chains: [{ from: 0 }, { from: 0, to: 2, covered: 2 }],
  });
});

test('in async a full disk loses nothing that fits into the buffer', async () => {
  const folder = await temporaryFolder();
  const { log, warnings } = open(folder);
  disk.isFull = true;
  const taken: string[] = [];
  while (!log.isFull) {
    log.append(body(taken.length));
    taken.push(`id-${taken.length}`);
    expect(log.flushBatch()).toBeNull();
  }
  expect(warnings).toEqual([expect.stringContaining('ENOSPC')]);
  disk.isFull = false;
  await expect.poll(() => log.isFull).toBe(false);
  log.close();
  expect(taken.length).toBeGreaterThan(1);
  expect(await idsOf(folder)).toEqual(taken);
  expect(verdict(folder).problem).toBeNull();
});

function openWorker(folder: string, overflow: 'refuse' | 'drop'): WorkerLog {
  const log: LogSettings = {
    files: settings(folder),
    maxRecordBytes: 1024,
    overflow,
    derived: false,
    mask: { key: null, sealFor: null },
  };
  return new WorkerLog(WRITER, log, { warn: () => undefined, checkpoint: () => undefined });
}

test('with refuse an evaluation whose record does not fit is refused, until there is room again', async () => {
  const folder = await temporaryFolder();
  const log = openWorker(folder, 'refuse');
  disk.isFull = true;
  const answered: string[] = [];
  const ask = (id: number): void => {
    log.check();
    log.append(body(id));
    log.settle();
    answered.push(`id-${id}`);
  };
  expect(() => Array.from({ length: 10 }, (_, id) => ask(id))).toThrow('the decision log cannot be written');
  disk.isFull = false;
  const accepts = (): boolean => {
    try {
      log.check();
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(accepts).toBe(true);
  ask(99);
  log.close();
  expect(answered.length).toBeLessThan(10);
  expect(await idsOf(folder)).toEqual(answered);
});

test('with drop it is returned and counted, and the next record says how many are missing', async () => {
  const folder = await temporaryFolder();
  const log = openWorker(folder, 'drop');
  disk.isFull = true;
  const ask = (id: number): void => {
    log.check();
    log.append(body(id));
    log.settle();
  };
  for (let id = 0; id < 10; id++) ask(id);
  const { recorded, dropped } = log.takeCounts();
  expect([recorded + dropped, Math.min(recorded, dropped) > 0]).toEqual([10, true]);
  disk.isFull = false;
  await expect.poll(() => idsOf(folder)).toHaveLength(recorded);
  ask(10);
  log.close();
  expect((await readRecords(folder, WRITER)).at(-1)).toMatchObject({ dropped, decision_id: 'id-10' });
});

test('a batch of records longer than the buffer is written and not refused', async () => {
  const folder = await temporaryFolder();
  const log = openWorker(folder, 'refuse');
  for (let id = 0; id < 10; id++) {
    log.check();
    log.append(body(id));
  }
  log.settle();
  log.close();
  expect(await idsOf(folder)).toHaveLength(10);
});

test('a full buffer in sync is acknowledged when it is on disk', async () => {
  const folder = await temporaryFolder();
  const { log } = open(folder, { sync: true });
  log.append(body(0));
  log.relieve();
  disk.syncsFail = true;
  await expect(log.flushBatch()).rejects.toThrow('EIO');
  disk.syncsFail = false;
  log.close();
});

test('a log that cannot be begun leaves no files behind', async () => {
  const folder = await temporaryFolder();
  disk.isFull = true;
  for (let i = 0; i < 3; i++) expect(() => open(folder)).toThrow('ENOSPC');
  expect(readdirSync(join(folder, WRITER))).toEqual([]);
});

test('each day has a file of its own', async () => {
  const folder = await temporaryFolder();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T23:59:59Z') });
  const { log } = open(folder, { bufferBytes: 1024 });
  log.append(body(0));
  void log.flushBatch();
  vi.setSystemTime(Date.parse('2026-03-02T00:00:01Z'));
  log.append(body(1));
  void log.flushBatch();
  log.close();
  expect(listFiles(join(folder, WRITER)).map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02']);
  expect(verdict(folder)).toMatchObject({ problem: null, chains: [{ from: 0, to: 4, covered: 4 }] });
});
