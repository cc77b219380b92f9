/** A log in a database: parts past the retention time are removed, and the rest can be verified. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStoreLog } from '../../evidence/log/store-log.ts';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { LazyStore } from '../../store/lazy-store.ts';
import { createPostgres } from '../server/runs/support/databases.ts';
import { temporaryFolder } from './support.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 10, 23, 59);

async function openTable() {
  const database = await createPostgres();
  const databaseUrl = database.settings['DATABASE_URL'] ?? '';
  const warnings: string[] = [];
  const store = new LazyStore(
    { databaseUrl, dataDir: '' },
    { warn: () => undefined, error: () => undefined },
  );
  onTestFinished(async () => {
    await store.close();
    await database.drop();
  });
  const sql = await store.open();
  /** A writer that began on this day. */
  const open = (now: () => number, retentionDays: number | null) => {
    const log = openStoreLog(
      store,
      {
        sync: true,
        bufferCharacters: 1e6,
        overflow: 'refuse',
        checkpointMs: 1e9,
        signer: null,
        issuer: 'test',
        warn: (problem) => void warnings.push(problem),
        retentionDays,
        now,
      },
      null,
    );
    return {
      close: () => log.close(),
      async record() {
        log.append([`"time":"${new Date(now()).toISOString()}","kind":"refused","route":"x"`]);
        await log.settle();
      },
    };
  };
  const lines = async (): Promise<readonly { readonly log_id: string; readonly line: string }[]> =>
    sql.query('SELECT log_id, line FROM ferrule.decision_log ORDER BY log_id, seq');
  /** As many lines as there are of each chain, once they all verify; that is what a file of them says. */
  const verified = async (): Promise<readonly (readonly [number, number])[]> => {
    const chains = new Map<string, string[]>();
    for (const { log_id: id, line } of await lines()) chains.set(id, [...(chains.get(id) ?? []), line]);
    return Promise.all(
      [...chains.values()].map(async (chain) => {
        const file = join(await temporaryFolder(), '00000001-2026-01-01.jsonl');
        await writeFile(file, chain.map((line) => `${line}\n`).join(''));
        const { chains: found, problem } = verifyLog(file, { keys: [], checkpoints: '' });
        expect(problem).toBeNull();
        return [found[0]?.from ?? -1, found[0]?.to ?? -1] as const;
      }),
    );
  };
  return { sql, open, verified, warnings };
}

test('days that are over go, and the chain goes on from the first that is kept', async () => {
  const { open, verified, warnings } = await openTable();
  let now = START;
  const log = open(() => now, 2);
  for (let day = 0; day < 5; day++) {
    await log.record();
    now += DAY_MS;
  }
  // Each day has a record `file` and another one; of the fifth day, the two before are kept.
  await expect.poll(verified).toEqual([[4, 10]]);
  await log.close();
  expect(warnings).toEqual([]);
});

test('what is not to be removed stays', async () => {
  const { open, verified } = await openTable();
  let now = START;
  const log = open(() => now, null);
  for (let day = 0; day < 5; day++) {
    await log.record();
    now += DAY_MS;
  }
  await log.close();
  expect(await verified()).toEqual([[0, 10]]);
});

test('a process that ended leaves nothing behind, one that begins no parts loses nothing young', async () => {
  const { open, sql } = await openTable();
  const ended = open(() => START, null);
  await ended.record();
  await ended.close();
  let now = START;
  const old = open(() => now, null);
  await old.record();
  // As a version before this one writes: the chain goes on without a new part.
  await sql.query(
    `INSERT INTO ferrule.decision_log SELECT log_id, 2, replace(line, '2026-01-10', '2026-01-19') FROM ferrule.decision_log
     WHERE seq = 1 AND log_id = (SELECT max(log_id) FROM ferrule.decision_log)`,
  );
  await sql.query(
    `INSERT INTO ferrule.decision_checkpoint SELECT log_id, 2, 'note' FROM ferrule.decision_log WHERE seq = 0`,
  );
  now += 10 * DAY_MS;
  const log = open(() => now, 3);
  await log.record();
  const left = () =>
    sql.query(
      `SELECT log_id, count(*)::int AS lines FROM ferrule.decision_log GROUP BY log_id ORDER BY log_id`,
    );
  await expect.poll(left).toEqual([
    { log_id: expect.any(String) as string, lines: 3 },
    { log_id: expect.any(String) as string, lines: 2 },
  ]);
  const notes = await sql.query('SELECT size::int AS size FROM ferrule.decision_checkpoint');
  expect(notes).toEqual([{ size: 2 }]);
  await old.close();
  await log.close();
});

test('a failed removal is reported, and records are still written', async () => {
  const { open, sql, warnings } = await openTable();
  await sql.query('ALTER TABLE ferrule.decision_checkpoint RENAME TO away');
  const log = open(() => START, 1);
  await log.record();
  await expect.poll(() => warnings).toEqual([expect.stringMatching(/^old records could not be removed: /)]);
  expect(await sql.query('SELECT count(*)::int AS lines FROM ferrule.decision_log')).toEqual([{ lines: 2 }]);
  await log.close();
});
