/** A log of files in `async` on a full disk that has room again later. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyLog } from '../../server/evidence/log/verify-log.ts';
import { endAll, startProcess, type ServiceProcess } from '../runs/support/process.ts';
import { ATTESTED, readRecords, temporaryFolder } from './support.ts';

const FACT = { template: 'call', data: { tool: 'read', note: 'x'.repeat(400) } };
const REFUSED = '503 audit_unavailable';
/** More than the disk and the buffer hold. */
const MANY = 150;

afterAll(endAll);

async function start(log: string, settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const ruleset = join(log, '..', 'attested.yaml');
  await writeFile(ruleset, ATTESTED);
  // A file may have so many blocks; writing more fails, as on a full disk.
  return startProcess(
    {
      SERVICE_RULESET: ruleset,
      SERVICE_AUDIT: `file:${log}`,
      SERVICE_AUDIT_BUFFER_BYTES: '20000',
      SERVICE_LOG_LEVEL: 'error',
      ...settings,
    },
    [],
    'ulimit -S -f 60',
  );
}

/** Identifier of the decision, or what it is refused with. */
async function ask(service: ServiceProcess): Promise<string> {
  const { status, headers, json } = await service.request('POST', '/v1/evaluate', {
    ruleset: 'attested',
    facts: [FACT],
  });
  return status === 200 ? (headers.get('ferrule-decision-id') ?? '') : `${status} ${String(json['error'])}`;
}

/** `isOver`: whether a reply shows, or else the log, that there is room again. */
async function fillAndMakeRoom(
  settings: Readonly<Record<string, string>>,
  isOver: (reply: string, records: readonly Record<string, unknown>[]) => boolean,
) {
  const log = join(await temporaryFolder(), 'log');
  const service = await start(log, settings);
  const replies: string[] = [];
  for (let i = 0; i < MANY; i++) replies.push(await ask(service));
  execFileSync('prlimit', ['--pid', String(service.pid), '--fsize=unlimited']);
  const goesOn = async (): Promise<boolean> => {
    const reply = await ask(service);
    replies.push(reply);
    return isOver(reply, await readRecords(log, 'worker-0'));
  };
  await expect.poll(goesOn, { timeout: 10_000 }).toBe(true);
  await service.end();
  const records = await readRecords(log, 'worker-0');
  expect(verifyLog(log, { keys: [], checkpoints: '' }).problem).toBeNull();
  return {
    refused: replies.filter((reply) => reply.startsWith('503')),
    answered: replies.filter((reply) => !reply.startsWith('503')),
    recorded: records.flatMap(({ decision_id: id }) => id ?? []),
    dropped: records.reduce((sum, { dropped }) => sum + Number(dropped ?? 0), 0),
  };
}

describe.skipIf(spawnSync('prlimit', ['--version']).status !== 0)('a disk that is full for a while', () => {
  test('nothing that was answered is lost, and what does not fit into the buffer is refused', async () => {
    const { refused, answered, recorded } = await fillAndMakeRoom({}, (reply) => reply !== REFUSED);
    expect(new Set(refused)).toEqual(new Set([REFUSED]));
    expect(answered.length).toBeGreaterThan(20);
    expect(recorded).toEqual(answered);
  });

  test('with drop everything is answered, and the log tells how many records it lacks', async () => {
    const { refused, answered, recorded, dropped } = await fillAndMakeRoom(
      { SERVICE_AUDIT_OVERFLOW: 'drop' },
      (_, records) => records.some((record) => record['dropped'] !== undefined),
    );
    expect(refused).toEqual([]);
    expect(dropped).toBeGreaterThan(0);
    expect(answered.filter((id) => !recorded.includes(id))).toHaveLength(dropped);
  });
});
