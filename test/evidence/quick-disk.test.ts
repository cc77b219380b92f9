/** Promises of a log of files to a thread that waits for the disk itself. */
import { afterEach, expect, test, vi } from 'vitest';
import { disk, healDisk } from './mocked-disk.ts';
import { body, idsOf, openLog, lenientVerdict, verdict } from './opened-log.ts';
import { temporaryFolder } from './support.ts';

vi.mock('node:fs', async (load) => (await import('./mocked-disk.ts')).mockDisk(await load()));

afterEach(healDisk);

test('a thread that waits for the disk itself learns of a failed sync, and later records are promised again', async () => {
  const folder = await temporaryFolder();
  const { log } = openLog(folder, { sync: true });
  log.append(body(0));
  expect(log.flushAndWait()).toBeNull();
  log.append(body(1));
  disk.syncsFail = true;
  expect(() => log.flushAndWait()).toThrow('EIO');
  disk.syncsFail = false;
  log.append(body(2));
  expect(log.flushAndWait()).toBeNull();
  log.close();
  expect(lenientVerdict(folder)).toMatchObject({
    problem: null,
    chains: [{ covered: 0 }, { to: 2, covered: 2 }],
  });
});

test('a thread that waits for the disk itself learns of a full disk, and no line is cut', async () => {
  const folder = await temporaryFolder();
  const { log } = openLog(folder, { sync: true });
  log.append(body(0));
  disk.isFull = true;
  expect(() => log.flushAndWait()).toThrow('ENOSPC');
  disk.isFull = false;
  log.append(body(1));
  expect(log.flushAndWait()).toBeNull();
  log.close();
  expect(verdict(folder).problem).toBeNull();
  expect(await idsOf(folder)).toEqual(['id-0', 'id-1']);
});

test('a slow disk is waited for in the background, and tried again later', async () => {
  const { log } = openLog(await temporaryFolder(), { sync: true });
  let id = 0;
  const flush = (): Promise<void> | null => {
    log.append(body(id++));
    return log.flushAndWait();
  };
  expect(flush()).toBeNull();
  disk.takesMs = 10;
  await expect.poll(flush).not.toBeNull();
  await expect(flush()).resolves.toBeUndefined();
  disk.takesMs = 0;
  await expect.poll(flush).toBeNull();
  log.close();
});

test('of a log that is closed nothing is promised', async () => {
  const { log } = openLog(await temporaryFolder(), { sync: true });
  log.close();
  log.append(body(0));
  expect(() => log.flushAndWait()).toThrow('the log is closed');
});
