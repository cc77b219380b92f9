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

/** Where a fleet is: every change has a number, counted without gaps in the order of their commits. */
export interface FleetPosition {
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
export function readFacts(
  store: Store,
  fleet: string,
): Promise<{ readonly facts: readonly FleetFact[]; readonly sequence: number }> {
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

/** Asserts facts, all or none. One that is there already stays as it is. Answers how many are new. */
export function assertInFleet(store: Store, fleet: string, facts: readonly FleetFact[]): Promise<number> {
  return change(store, fleet, async (sql, next) => {
    const made: FleetChange[] = [];
    for (const { template, data } of facts) {
      const inserted = await sql.query(
        `INSERT INTO ferrule.fleet_fact (fleet, sequence, template, data, digest) VALUES ($1, $2::float8, $3, $4, $5)
         ON CONFLICT (fleet, template, digest) DO NOTHING RETURNING template`,
        [fleet, next + made.length, template, data, digestOf(data)],
      );
      if (inserted.length > 0) made.push({ kind: 'assert', template, data });
    }
    return made;
  });
}

/** Retracts those of the facts that are still there; answers how many. */
export function retractFromFleet(store: Store, fleet: string, facts: readonly FleetFact[]): Promise<number> {
  return change(store, fleet, async (sql) => {
    const made: FleetChange[] = [];
    for (const { template, data } of facts) {
      const deleted = await sql.query(
        'DELETE FROM ferrule.fleet_fact WHERE fleet = $1 AND template = $2 AND digest = $3 RETURNING template',
        [fleet, template, digestOf(data)],
      );
      if (deleted.length > 0) made.push({ kind: 'retract', template, data });
    }
    return made;
  });
}

/** Makes changes under the fleet's lock, numbers and logs them, and tells everybody. Answers how many there were. */
function change(
  store: Store,
  fleet: string,
  make: (sql: Sql, next: number) => Promise<readonly FleetChange[]>,
): Promise<number> {
  return store.transaction(async (sql) => {
    const before = await lockFleet(sql, fleet);
    const made = await make(sql, before + 1);
    if (made.length === 0) return 0;
    for (const [i, entry] of made.entries()) {
      await sql.query(
        'INSERT INTO ferrule.fleet_change (fleet, sequence, change) VALUES ($1, $2::float8, $3)',
        [fleet, before + 1 + i, JSON.stringify(entry)],
      );
    }
    const sequence = before + made.length;
    await sql.query('UPDATE ferrule.fleet SET sequence = $2::float8 WHERE fleet = $1', [fleet, sequence]);
    if (Math.floor(sequence / PRUNE_EVERY) > Math.floor(before / PRUNE_EVERY))
      await prune(sql, fleet, sequence);
    await notify(sql, 'ferrule_fleet', fleet);
    return made.length;
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
