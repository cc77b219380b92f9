/** The facts of fleets in the database, and the log of their changes. */
import { createHash } from 'node:crypto';
import { notify, type Sql, type Store } from '../store/store.ts';

/** A fact that a fleet shares. */
export interface FleetFact {
  readonly template: string;
  /** Its slots as JSON text, as the validation chain left them: equal facts have equal texts. */
  readonly data: string;
}

export interface FleetChange extends FleetFact {
  readonly kind: 'assert' | 'retract';
}

/** A change that was made. */
export interface NumberedChange extends FleetChange {
  readonly sequence: number;
}

/** Facts of a fleet as they were after a change. */
export interface FleetState {
  readonly facts: readonly FleetFact[];
  /** Number of that change. */
  readonly sequence: number;
}

/** Where a fleet is: changes are numbered in the order of their commits. */
export interface FleetPosition {
  /** Number of the last change; some numbers are of no change. */
  readonly sequence: number;
  /** Changes up to this one are no longer in the log. */
  readonly pruned: number;
}

/** Equal facts have equal keys. */
export function factKey({ template, data }: FleetFact): string {
  return `${template} ${data}`;
}

const MOST_LOGGED = 10_000;
/** The log is cut after so many changes, not with each. */
const PRUNE_EVERY = 1_000;

export async function createFleet(sql: Sql, fleet: string): Promise<void> {
  await sql.query('INSERT INTO ferrule.fleet (fleet, sequence) VALUES ($1, 0) ON CONFLICT DO NOTHING', [
    fleet,
  ]);
}

export async function readPosition(sql: Sql, fleet: string): Promise<FleetPosition> {
  const [row] = await sql.query<FleetPosition>(
    'SELECT sequence::float8 AS sequence, pruned::float8 AS pruned FROM ferrule.fleet WHERE fleet = $1',
    [fleet],
  );
  return row ?? { sequence: 0, pruned: 0 };
}

/** All facts of a fleet in the order in which they were asserted, and the position that they are of. */
export function readFacts(store: Store, fleet: string): Promise<FleetState> {
  return store.transaction(async (sql) => {
    const sequence = await lockFleet(sql, fleet);
    const facts = await sql.query<FleetFact>(
      'SELECT template, data FROM ferrule.fleet_fact WHERE fleet = $1 ORDER BY sequence',
      [fleet],
    );
    return { facts, sequence };
  });
}

/** The changes after one position up to another, in order. */
export async function readChanges(
  sql: Sql,
  fleet: string,
  after: number,
  upTo: number,
): Promise<readonly FleetChange[]> {
  const rows = await sql.query<{ change: string }>(
    `SELECT change FROM ferrule.fleet_change
     WHERE fleet = $1 AND sequence > $2::float8 AND sequence <= $3::float8 ORDER BY sequence`,
    [fleet, after, upTo],
  );
  return rows.map(({ change }) => JSON.parse(change) as FleetChange);
}

/** Asserts facts, all or none. One that is there already stays as it is. Answers the changes that this is. */
export function assertInFleet(
  store: Store,
  fleet: string,
  facts: readonly FleetFact[],
): Promise<readonly NumberedChange[]> {
  return change(
    store,
    fleet,
    facts,
    `WITH changed AS (
       INSERT INTO ferrule.fleet_fact (fleet, sequence, template, data, digest)
       SELECT $1, $2::float8 + position, template, data, digest
       FROM unnest($3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS given (template, data, digest, position)
       ORDER BY position
       ON CONFLICT (fleet, template, digest) DO NOTHING RETURNING sequence, template, data
     )
     INSERT INTO ferrule.fleet_change (fleet, sequence, change)
     SELECT $1, sequence, json_build_object('kind', 'assert', 'template', template, 'data', data)::text
     FROM changed RETURNING sequence::float8 AS sequence, change`,
  );
}

/** Retracts those of the facts that are still there. Answers the changes that this is. */
export function retractFromFleet(
  store: Store,
  fleet: string,
  facts: readonly FleetFact[],
): Promise<readonly NumberedChange[]> {
  return change(
    store,
    fleet,
    facts,
    `WITH changed AS (
       DELETE FROM ferrule.fleet_fact AS fact
       USING unnest($3::text[], $4::text[], $5::text[]) AS given (template, data, digest)
       WHERE fact.fleet = $1 AND fact.template = given.template AND fact.digest = given.digest
       RETURNING fact.sequence, fact.template, fact.data
     )
     INSERT INTO ferrule.fleet_change (fleet, sequence, change)
     SELECT $1, $2::float8 + row_number() OVER (ORDER BY sequence),
       json_build_object('kind', 'retract', 'template', template, 'data', data)::text
     FROM changed RETURNING sequence::float8 AS sequence, change`,
  );
}

/** Makes changes of these facts under the fleet's lock, and tells everybody. Answers those that were made. */
function change(
  store: Store,
  fleet: string,
  facts: readonly FleetFact[],
  statement: string,
): Promise<readonly NumberedChange[]> {
  return store.transaction(async (sql) => {
    const before = await lockFleet(sql, fleet);
    const made = await sql.query<{ sequence: number; change: string }>(statement, [
      fleet,
      before,
      facts.map(({ template }) => template),
      facts.map(({ data }) => data),
      facts.map(({ data }) => digestOf(data)),
    ]);
    if (made.length === 0) return [];
    const sequence = before + facts.length;
    await sql.query('UPDATE ferrule.fleet SET sequence = $2::float8 WHERE fleet = $1', [fleet, sequence]);
    if (Math.floor(sequence / PRUNE_EVERY) > Math.floor(before / PRUNE_EVERY))
      await prune(sql, fleet, sequence);
    await notify(sql, 'ferrule_fleet', fleet);
    return made.map((row) => ({ ...(JSON.parse(row.change) as FleetChange), sequence: row.sequence }));
  });
}

async function prune(sql: Sql, fleet: string, sequence: number): Promise<void> {
  const pruned = sequence - MOST_LOGGED;
  if (pruned <= 0) return;
  await sql.query('DELETE FROM ferrule.fleet_change WHERE fleet = $1 AND sequence <= $2::float8', [
    fleet,
    pruned,
  ]);
  await sql.query('UPDATE ferrule.fleet SET pruned = $2::float8 WHERE fleet = $1', [fleet, pruned]);
}

/** Changes of one fleet are made one after the other: answers the number of the last. */
async function lockFleet(sql: Sql, fleet: string): Promise<number> {
  const [row] = await sql.query<{ sequence: number }>(
    'SELECT sequence::float8 AS sequence FROM ferrule.fleet WHERE fleet = $1 FOR UPDATE',
    [fleet],
  );
  return row?.sequence ?? 0;
}

function digestOf(data: string): string {
  return createHash('sha256').update(data).digest('hex');
}
