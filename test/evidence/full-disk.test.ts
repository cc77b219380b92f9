/** A log of files in `async` on a full disk that has room again later. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { endAll } from '../server/runs/support/process.ts';
import { ask, REFUSED, sortReplies, startRecorded } from './recorded-service.ts';
import { readRecords, temporaryFolder } from './support.ts';

/** More than the disk and the buffer hold. */
const MANY = 150;

afterAll(endAll);

/** `isOver`: true if a reply, or otherwise the log, shows that space is available again. */
async function fillAndMakeRoom(
  settings: Readonly<Record<string, string>>,
  isOver: (reply: string, records: readonly Record<string, unknown>[]) => boolean,
) {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  // A file has a block limit, so further writes fail as on a full disk.
  const service = await startRecorded(
    folder,
    { SERVICE_AUDIT: `file:${log}`, ...settings },
    'ulimit -S -f 60',
  );
  const replies: string[] = [];
  for (let i = 0; i < MANY; i++) replies.push(await ask(service));
  execFileSync('prlimit', ['--pid', String(service.pid), '--fsize=unlimited']);
  const goesOn = async (): Promise<boolean> => {
    const reply = await ask(service);
    replies.push(reply);
    return isOver(reply, await readRecords(log, 'worker-0'));
  };
  await expect.poll(goesOn).toBe(true);
  await service.end();
  const records = await readRecords(log, 'worker-0');
  expect(verifyLog(log, { keys: [], checkpoints: '' }).problem).toBeNull();
  return {
    ...sortReplies(replies),
    recorded: records.flatMap(({ decision_id: id }) => id ?? []),
    dropped: records.reduce((sum, { dropped }) => sum + Number(dropped ?? 0), 0),
  };
}

describe.skipIf(spawnSync('prlimit', ['--version']).status !== 0)('a disk that is full for a while', () => {
  test('no acknowledged record is lost, and what does not fit in the buffer is refused', async () => {
    const { refused, answered, recorded } = await fillAndMakeRoom({}, (reply) => reply !== REFUSED);
    expect(new Set(refused)).toEqual(new Set([REFUSED]));
    expect(answered.length).toBeGreaterThan(20);
    expect(recorded).toEqual(answered);
  });

  test('with drop every request is decided, and the log says how many records it lacks', async () => {
    const { refused, answered, recorded, dropped } = await fillAndMakeRoom(
      { SERVICE_AUDIT_OVERFLOW: 'drop' },
      (_, records) => records.some((record) => record['dropped'] !== undefined),
    );
    expect(refused).toEqual([]);
    expect(dropped).toBeGreaterThan(0);
    expect(answered.filter((id) => !recorded.includes(id))).toHaveLength(dropped);
  });
});
