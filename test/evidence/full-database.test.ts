/** A log in the embedded database, on a disk that is full for a while. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { openStore } from '../../store/open-store.ts';
import { copyEmptyDatabase } from '../server/runs/support/databases.ts';
import { endAll } from '../server/runs/support/process.ts';
import { ask, REFUSED, sortReplies, startRecorded } from './recorded-service.ts';
import { temporaryFolder } from './support.ts';

/** More than the buffer holds. */
const MANY = 100;
const MOUNT = ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs'];

afterAll(endAll);

/** True if this user can mount a disk. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-mount-'));
  const isMounted = spawnSync('mount', [...MOUNT, folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return isMounted;
}

/** A small disk, which is taken away after the test. */
async function mountDisk(): Promise<string> {
  const disk = join(await temporaryFolder(), 'disk');
  mkdirSync(disk);
  execFileSync('mount', [...MOUNT, disk]);
  onTestFinished(() => void spawnSync('umount', ['--lazy', disk]));
  return disk;
}

describe.skipIf(!canMount())('the embedded database on a full disk', () => {
  test('loses no acknowledged record, refuses what does not fit, and continues', async () => {
    const disk = await mountDisk();
    const dataDir = join(disk, 'data');
    await copyEmptyDatabase(dataDir);
    const service = await startRecorded(disk, { SERVICE_DATA_DIR: dataDir, SERVICE_AUDIT: 'database' });
    const replies = [await ask(service)];
    const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/readyz`)).ok;
    await expect.poll(isReady).toBe(true);

    const { bavail, bsize } = await statfs(disk);
    await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize)).catch(() => undefined);
    for (let i = 0; i < MANY; i++) replies.push(await ask(service));
    expect(replies.at(-1)).toBe(REFUSED);
    // Requests are refused as soon as the buffer is full, which can be before the first write has failed.
    await expect.poll(isReady).toBe(false);
    expect(service.log()).toContain('No space left on device');

    await rm(join(disk, 'filler'));
    const goesOn = async (): Promise<boolean> => {
      const reply = await ask(service);
      replies.push(reply);
      return reply !== REFUSED;
    };
    await expect.poll(goesOn).toBe(true);
    await service.end();

    const log = { warn: () => undefined, error: () => undefined };
    const store = await openStore({ databaseUrl: null, dataDir }, log);
    const rows = await store.query<{ line: string }>('SELECT line FROM ferrule.decision_log ORDER BY seq');
    await store.close();
    const lines = rows.map(({ line }) => line);
    const file = join(disk, '00000001-2026-01-01.jsonl');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    expect(verifyLog(file, { keys: [], checkpoints: '' }).problem).toBeNull();
    const { answered, refused } = sortReplies(replies);
    expect(new Set(refused)).toEqual(new Set([REFUSED]));
    const recorded = lines.flatMap(
      (line) => (JSON.parse(line) as { decision_id?: string }).decision_id ?? [],
    );
    expect(recorded).toEqual(answered);
  });
});
