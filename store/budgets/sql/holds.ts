/** Reservations on the SQL database: settled, and ended when their time has come. */
import { expire, expiryRecord } from '../expire.ts';
import { budgetId, type KeptKey } from '../kept-keys.ts';
import type { Settled, Settlement } from '../ledger.ts';
import { lineOf, recordedSettled, type LogLine } from '../log-lines.ts';
import { BY_NODE } from '../node-digests.ts';
import {
  recentDecision,
  reservationOf,
  type ChangedDecision,
  type KeptDecision,
  type SumChange,
} from '../reservation-record.ts';
import { settled } from '../settle.ts';
import { boundsOf } from '../window.ts';
import type { Sql } from '../../store.ts';
import { transact, type LedgerDatabase } from './database.ts';
import { decisionOf, findDecision, findDecisions, writeSettled } from './decisions.ts';
import { LEVELS } from './sums.ts';

/** Holds that one transaction ends. */
const MOST_ENDED = 100;
/** Old buckets that a change removes, of each key and level. */
const SWEPT = 4;
/** Name of the number of holds that were not settled in time, since the ledger began. */
export const EXPIRED = 'expired';

/** Ends every hold whose time has come. Servers that do this at once share the work. */
export async function endHolds(database: LedgerDatabase, now: number): Promise<void> {
  for (;;) {
    const due = await findDecisions(await database.open(), 'expires_at <= $1 ORDER BY expires_at LIMIT $2', [
      now,
      MOST_ENDED,
    ]);
    if (due.length === 0) return;
    const ids = due.map((row) => decisionOf(row).id);
    const keys = due.flatMap((row) => decisionOf(row).uses.map(({ id }) => id));
    await transact(database, async (sql) => {
      await lockKeys(sql, keys);
      // Others may have ended or settled some meanwhile.
      const rows = await findDecisions(sql, 'id = ANY ($1) AND expires_at <= $2 ORDER BY expires_at, id', [
        ids,
        now,
      ]);
      const ended = rows.map((row) => {
        const decision = decisionOf(row);
        return expire(decision, decision.hold!);
      });
      await applyChanges(sql, ended, now);
      for (const { decision } of ended) {
        const about = { settled: recordedSettled(reservationOf(decision)!) };
        const record = decision.isRecorded ? expiryRecord(decision, now) : null;
        await writeLine(sql, database, await nextSequence(sql), record, about);
      }
      await sql.query(
        `INSERT INTO ferrule.budget_value AS v (name, value) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET value = (v.value::bigint + excluded.value::bigint)::text`,
        [EXPIRED, String(ended.length)],
      );
    });
  }
}

/** Settles a hold. Holds whose time has come are ended already. */
export async function settleHold(
  database: LedgerDatabase,
  id: string,
  settlement: Settlement,
  now: number,
  record: string | null,
): Promise<Settled> {
  const before = await findDecision(await database.open(), id);
  if (before === null) return { kind: 'none' };
  return transact(database, async (sql) => {
    await lockKeys(
      sql,
      before.uses.map((use) => use.id),
    );
    const outcome = settled(recentDecision(await findDecision(sql, id), now), settlement);
    if (!('changes' in outcome)) return outcome;
    await applyChanges(sql, [outcome], now);
    const reservation = reservationOf(outcome.decision)!;
    const about = { settled: recordedSettled(reservation) };
    const line = await writeLine(sql, database, await nextSequence(sql), record, about);
    return { kind: 'settled', reservation, line };
  });
}

/** Locks keys in the order of all who lock them. */
export async function lockKeys(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql.query('SELECT 1 FROM ferrule.budget_key WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [keys]);
}

/** The next place in the order of all that changes sums. */
export async function nextSequence(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ sequence: number }>(
    "SELECT nextval('ferrule.budget_sequence')::float8 AS sequence",
  );
  return row!.sequence;
}

/** Keeps the line of a change until the log has it; null if nothing is recorded. */
export async function writeLine(
  sql: Sql,
  { writer, process }: LedgerDatabase,
  sequence: number,
  record: string | null,
  members: object,
): Promise<LogLine | null> {
  const line = lineOf(sequence, record, members);
  if (line !== null)
    await sql.query(
      `INSERT INTO ferrule.budget_line (sequence, writer, process, kept_at, line)
       VALUES ($1, $2, $3, floor(extract(epoch FROM clock_timestamp()) * 1000), $4)`,
      [line.sequence, writer ?? '', process, line.text],
    );
  return line;
}

/** Writes decisions whose holds ended, and what that changes in the sums of their keys, which are locked. */
async function applyChanges(sql: Sql, changed: readonly ChangedDecision[], now: number): Promise<void> {
  for (const { decision } of changed) await writeSettled(sql, decision);
  const all = (await countingChanges(sql, changed)).flatMap(({ decision: { time }, changes }) =>
    changes.map((change) => ({ time, ...change })),
  );
  if (all.length === 0) return;
  const keys = [...new Set(all.map(({ id }) => id))];
  await sql.query(
    `INSERT INTO ferrule.budget_change AS c (key, level, bucket, used, held)
     SELECT a.key, l.level, a.time / l.size, sum(a.used), sum(a.held)
     FROM unnest($1::text[], $2::bigint[], $3::numeric[], $4::numeric[]) AS a(key, time, used, held), ${LEVELS}
     GROUP BY 1, 2, 3
     ON CONFLICT (key, level, bucket) DO UPDATE SET used = c.used + excluded.used, held = c.held + excluded.held`,
    [
      all.map(({ id }) => id),
      all.map(({ time }) => time),
      all.map(({ used }) => String(used)),
      all.map(({ held }) => String(held)),
    ],
  );
  const rows = await sql.query<{ id: string; info: string | null }>(
    'UPDATE ferrule.budget_key SET has_changes = true WHERE id = ANY ($1) RETURNING id, info',
    [keys],
  );
  const known = rows.filter(({ info }) => info !== null);
  await sql.query(
    `DELETE FROM ferrule.budget_change c WHERE (c.key, c.level, c.bucket) IN (
       SELECT a.key, l.level, o.bucket FROM unnest($1::text[], $2::bigint[]) AS a(key, since), ${LEVELS}, LATERAL (
         SELECT b.bucket FROM ferrule.budget_change b
         WHERE b.key = a.key AND b.level = l.level AND b.bucket < a.since / l.size
         ORDER BY b.bucket LIMIT ${SWEPT}) AS o)`,
    [known.map(({ id }) => id), known.map(({ info }) => sinceOf(info!, now))],
  );
}

/** The changes without those in budgets that began again since the decision. */
async function countingChanges(
  sql: Sql,
  changed: readonly ChangedDecision[],
): Promise<readonly ChangedDecision[]> {
  const ownOf = ({ ruleset }: KeptDecision, { budget }: SumChange): string =>
    budgetId(BY_NODE, ruleset, budget);
  const budgets = changed.flatMap(({ decision, changes }) =>
    changes.map((change) => ownOf(decision, change)),
  );
  const rows = await sql.query<{ id: string; began: number }>(
    'SELECT id, began::float8 AS began FROM ferrule.budget WHERE id = ANY ($1)',
    [budgets],
  );
  const beginnings = new Map(rows.map(({ id, began }) => [id, began]));
  return changed.map(({ decision, changes }) => ({
    decision,
    changes: changes.filter((change) => decision.sequence > (beginnings.get(ownOf(decision, change)) ?? 0)),
  }));
}

function sinceOf(info: string, now: number): number {
  return Math.max(0, boundsOf((JSON.parse(info) as KeptKey).window, now).from);
}
