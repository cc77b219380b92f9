/** Keys of budgets on the SQL database: listed, reset, and compared with what budgets mean now. */
import { beginningRecord } from '../forget.ts';
import { budgetId, listedKey, type KeptKey } from '../kept-keys.ts';
import { BY_NODE } from '../node-digests.ts';
import type { ChangedBudget, ListedKey, Reset } from '../ledger.ts';
import type { Sums } from '../sums.ts';
import { boundsOf } from '../window.ts';
import type { Sql } from '../../store.ts';
import { transact, type LedgerDatabase } from './database.ts';
import { lockOf, shapeId } from './group.ts';
import { lockKeys, nextSequence, writeLine } from './holds.ts';
import { HELD, sumsSince, USED } from './sums.ts';

interface Key {
  readonly id: string;
  readonly info: KeptKey;
  readonly time: number;
}

/** Keys of a budget, or of all. */
async function keysOf(sql: Sql, budget: string | null, now: number): Promise<readonly Key[]> {
  const rows = await sql.query<{ id: string; info: string; counted: number }>(
    `SELECT id, info, counted_at::float8 AS counted FROM ferrule.budget_key
     WHERE info IS NOT NULL AND ($1::text IS NULL OR budget = $1) ORDER BY budget, id`,
    [budget],
  );
  return rows.map(({ id, info, counted }) => {
    return { id, info: JSON.parse(info) as KeptKey, time: Math.max(now, counted) };
  });
}

/** The sums of keys in their windows, in the same order. */
async function sumsOf(sql: Sql, keys: readonly Key[]): Promise<readonly Sums[]> {
  const rows = await sql.query<{ used: string | null; held: string | null }>(
    `SELECT (${USED})::text AS used, (${HELD})::text AS held
     FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS a(id, since, place)
     JOIN ferrule.budget_key k ON k.id = a.id ${sumsSince('a.since')} ORDER BY a.place`,
    [keys.map(({ id }) => id), keys.map(({ info, time }) => Math.max(0, boundsOf(info.window, time).from))],
  );
  return rows.map(({ used, held }) => ({ used: BigInt(used ?? 0), held: BigInt(held ?? 0) }));
}

export async function listKeys(sql: Sql, now: number): Promise<readonly ListedKey[]> {
  const keys = await keysOf(sql, null, now);
  const sums = await sumsOf(sql, keys);
  return keys.flatMap(({ info, time }, i) => listedKey(info, time, sums[i]!));
}

async function liveKeys(sql: Sql, budget: string, now: number): Promise<number> {
  const sums = await sumsOf(sql, await keysOf(sql, budget, now));
  return sums.filter(({ used, held }) => used > 0n || held > 0n).length;
}

/** Budgets of a ruleset whose live uses do not fit these shapes, by name. */
export async function changedKeys(
  sql: Sql,
  ruleset: string,
  shapes: Readonly<Record<string, string>>,
  now: number,
): Promise<readonly ChangedBudget[]> {
  const rows = await sql.query<{ id: string; name: string; shape: string | null }>(
    'SELECT id, name, shape FROM ferrule.budget WHERE ruleset = $1 AND shape IS NOT NULL ORDER BY id',
    [ruleset],
  );
  const changed: ChangedBudget[] = [];
  for (const { id, name, shape } of rows) {
    if (Object.hasOwn(shapes, name) && shapeId(shapes[name]!) === shape) continue;
    const live = await liveKeys(sql, id, now);
    if (live > 0) changed.push({ budget: name, live });
  }
  return changed;
}

/** What the uses of a budget are to mean. */
interface Meant {
  readonly ruleset: string;
  readonly budget: string;
  readonly shape: string;
}

/** The number of keys with live uses that mean something else; 0: from now on they mean this. */
export async function claimShape(
  database: LedgerDatabase,
  { ruleset, budget, shape }: Meant,
  now: number,
  isRecorded: boolean,
): Promise<number> {
  return transact(database, async (sql) => {
    await lockBudget(sql, ruleset, budget);
    const live = await liveOthers(sql, { ruleset, budget, shape }, now);
    if (live > 0) return live;
    const id = budgetId(BY_NODE, ruleset, budget);
    const [known] = await sql.query<{ shape: string | null; used: boolean }>(
      `SELECT b.shape, EXISTS (SELECT FROM ferrule.budget_key k WHERE k.budget = b.id AND k.info IS NOT NULL) AS used
       FROM ferrule.budget b WHERE b.id = $1`,
      [id],
    );
    // The sums of uses that meant something else begin again.
    if (known?.used === true && known.shape !== shapeId(shape)) {
      const sequence = await forget(sql, id);
      const record = isRecorded ? beginningRecord(ruleset, budget, now) : null;
      await writeLine(sql, database, sequence, record, { reset: 0 });
    }
    await sql.query(
      `INSERT INTO ferrule.budget (id, ruleset, name, shape) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET shape = excluded.shape`,
      [id, ruleset, budget, shapeId(shape)],
    );
    return 0;
  });
}

/** The number of keys with live uses that mean something else. */
export async function liveOthers(sql: Sql, { ruleset, budget, shape }: Meant, now: number): Promise<number> {
  const id = budgetId(BY_NODE, ruleset, budget);
  const [known] = await sql.query<{ shape: string | null }>(
    'SELECT shape FROM ferrule.budget WHERE id = $1',
    [id],
  );
  const before = known?.shape ?? null;
  return before === null || before === shapeId(shape) ? 0 : liveKeys(sql, id, now);
}

/** Forgets a budget, and records it. */
export async function resetKeys(
  database: LedgerDatabase,
  ruleset: string,
  budget: string,
  now: number,
  record: string | null,
): Promise<Reset> {
  return transact(database, async (sql) => {
    await lockBudget(sql, ruleset, budget);
    const id = budgetId(BY_NODE, ruleset, budget);
    const live = await liveKeys(sql, id, now);
    const sequence = await forget(sql, id);
    return { live, line: await writeLine(sql, database, sequence, record, { reset: live }) };
  });
}

/** No request counts in this budget until the transaction ends. */
async function lockBudget(sql: Sql, ruleset: string, budget: string): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1::bigint)', [lockOf(budgetId(BY_NODE, ruleset, budget))]);
}

/** Forgets what counts up to now, and returns this place in the order of all. */
async function forget(sql: Sql, budget: string): Promise<number> {
  await dropSums(sql, budget);
  const sequence = await nextSequence(sql);
  await sql.query('UPDATE ferrule.budget SET shape = NULL, began = $2 WHERE id = $1', [budget, sequence]);
  return sequence;
}

async function dropSums(sql: Sql, budget: string): Promise<void> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM ferrule.budget_key WHERE budget = $1', [
    budget,
  ]);
  const keys = rows.map(({ id }) => id);
  await lockKeys(sql, keys);
  for (const table of ['budget_total', 'budget_change'])
    await sql.query(`DELETE FROM ferrule.${table} WHERE key = ANY ($1)`, [keys]);
  await sql.query(
    'UPDATE ferrule.budget_key SET used = 0, held = 0, has_changes = false, info = NULL WHERE id = ANY ($1)',
    [keys],
  );
}
