/** The facts of fleets in the database, and the log of their changes. */
import { createHash } from 'node:crypto';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { notify, type Sql, type Store } from '../store.ts';

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
interface FleetPosition {
  /** Number of the last change; some numbers are of no change. */
  readonly sequence: number;
  /** Number of the last change that was removed from the log. */
  readonly pruned: number;
}

/** Equal facts have equal keys. */
export function factKey({ template, data }: FleetFact): string {
  return `${template} ${data}`;
}

/** Limits of a fleet's facts. */
export interface FleetBounds {
  readonly facts: number;
  /** Bytes of their data. */
  readonly bytes: number;
}

export const DEFAULT_FLEET_BOUNDS: FleetBounds = { facts: 10_000, bytes: 16_777_216 };

const MOST_LOGGED = 10_000;
/** Bytes of changes in the log; a member that lacks more takes all facts instead. */
const MOST_LOGGED_BYTES = 67_108_864;
/** Number of changes after which the log is cut; a large change always cuts it. */
const PRUNE_EVERY = 1_000;
const LARGE_CHANGE = 65_536;

export async function createFleet(sql: Sql, fleet: string): Promise<void> {
  await sql.query('INSERT INTO ferrule.fleet (fleet, sequence) VALUES ($1, 0) ON CONFLICT DO NOTHING', [
    fleet,
  ]);
}

/** Counts what the fleet holds: members of an older version write facts without counting them. */
async function countFacts(sql: Sql, fleet: string): Promise<void> {
  await sql.query(
    `UPDATE ferrule.fleet SET (facts, bytes) = (
       SELECT count(*), COALESCE(sum(octet_length(data)), 0) FROM ferrule.fleet_fact WHERE fleet = $1
     ) WHERE fleet = $1`,
    [fleet],
  );
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
    const { sequence } = await lockFleet(sql, fleet);
    await countFacts(sql, fleet);
    const facts = await sql.query<FleetFact>(
      'SELECT template, data FROM ferrule.fleet_fact WHERE fleet = $1 ORDER BY sequence',
      [fleet],
    );
    return { facts, sequence };
  });
}

/** The changes after one position up to another, in order. `null` if they are larger than all facts may be. */
export async function readChanges(
  sql: Sql,
  fleet: string,
  after: number,
  upTo: number,
): Promise<readonly FleetChange[] | null> {
  const [size] = await sql.query<{ bytes: number }>(
    `SELECT COALESCE(sum(octet_length(change)), 0)::float8 AS bytes FROM ferrule.fleet_change
     WHERE fleet = $1 AND sequence > $2::float8 AND sequence <= $3::float8`,
    [fleet, after, upTo],
  );
  if ((size?.bytes ?? 0) > MOST_LOGGED_BYTES) return null;
  const rows = await sql.query<{ change: string }>(
    `SELECT change FROM ferrule.fleet_change
     WHERE fleet = $1 AND sequence > $2::float8 AND sequence <= $3::float8 ORDER BY sequence`,
    [fleet, after, upTo],
  );
  return rows.map(({ change }) => JSON.parse(change) as FleetChange);
}

/**
 * Asserts facts, all or none. Existing ones are unchanged. Returns the changes.
 * @throws FerruleError `fleet_facts_exceeded`
 */
export function assertInFleet(
  store: Store,
  fleet: string,
  facts: readonly FleetFact[],
  bounds: FleetBounds,
): Promise<readonly NumberedChange[]> {
  return change(
    store,
    fleet,
    facts,
    bounds,
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

/** Retracts those of the facts that still exist. Returns the changes. */
export function retractFromFleet(
  store: Store,
  fleet: string,
  facts: readonly FleetFact[],
): Promise<readonly NumberedChange[]> {
  return change(
    store,
    fleet,
    facts,
    null,
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

/**
 * Makes changes of these facts under the fleet's lock, and notifies all members. Returns those that were made.
 * @param bounds that the facts must keep afterwards; null: facts go
 */
function change(
  store: Store,
  fleet: string,
  facts: readonly FleetFact[],
  bounds: FleetBounds | null,
  statement: string,
): Promise<readonly NumberedChange[]> {
  return store.transaction(async (sql) => {
    const { sequence: before, ...held } = await lockFleet(sql, fleet);
    const made = await sql.query<{ sequence: number; change: string }>(statement, [
      fleet,
      before,
      facts.map(({ template }) => template),
      facts.map(({ data }) => data),
      facts.map(({ data }) => digestOf(data)),
    ]);
    if (made.length === 0) return [];
    const changes = made.map((row) => ({
      ...(JSON.parse(row.change) as FleetChange),
      sequence: row.sequence,
    }));
    const sequence = before + facts.length;
    const size = changes.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    const sign = bounds === null ? -1 : 1;
    if (bounds !== null) checkBounds({ facts: held.facts + made.length, bytes: held.bytes + size }, bounds);
    await sql.query(
      `UPDATE ferrule.fleet SET sequence = $2::float8, facts = GREATEST(0, facts + $3::float8),
         bytes = GREATEST(0, bytes + $4::float8) WHERE fleet = $1`,
      [fleet, sequence, sign * made.length, sign * size],
    );
    if (size >= LARGE_CHANGE || Math.floor(sequence / PRUNE_EVERY) > Math.floor(before / PRUNE_EVERY))
      await prune(sql, fleet, sequence);
    await notify(sql, 'ferrule_fleet', fleet);
    return changes;
  });
}

/** Throws FerruleError when the facts are more than they may be. */
function checkBounds({ facts, bytes }: FleetBounds, most: FleetBounds): void {
  const what =
    facts > most.facts
      ? `${most.facts} facts (SERVICE_MAX_FLEET_FACTS)`
      : bytes > most.bytes
        ? `${most.bytes} bytes of facts (SERVICE_MAX_FLEET_BYTES)`
        : null;
  if (what !== null) throw new FerruleError('fleet_facts_exceeded', `a fleet holds at most ${what}`);
}

async function prune(sql: Sql, fleet: string, sequence: number): Promise<void> {
  const [large] = await sql.query<{ last: number }>(
    `SELECT COALESCE(max(sequence), 0)::float8 AS last FROM (
       SELECT sequence, sum(octet_length(change)) OVER (ORDER BY sequence DESC) AS total
       FROM ferrule.fleet_change WHERE fleet = $1) AS newest
     WHERE total > $2::float8`,
    [fleet, MOST_LOGGED_BYTES],
  );
  const pruned = Math.max(sequence - MOST_LOGGED, large?.last ?? 0);
  if (pruned <= 0) return;
  await sql.query('DELETE FROM ferrule.fleet_change WHERE fleet = $1 AND sequence <= $2::float8', [
    fleet,
    pruned,
  ]);
  await sql.query('UPDATE ferrule.fleet SET pruned = GREATEST(pruned, $2::float8) WHERE fleet = $1', [
    fleet,
    pruned,
  ]);
}

/** Changes of one fleet are made one after the other: returns the number of the last, and what the fleet holds. */
async function lockFleet(sql: Sql, fleet: string): Promise<FleetBounds & { readonly sequence: number }> {
  const [row] = await sql.query<FleetBounds & { readonly sequence: number }>(
    `SELECT sequence::float8 AS sequence, facts::float8 AS facts, bytes::float8 AS bytes
     FROM ferrule.fleet WHERE fleet = $1 FOR UPDATE`,
    [fleet],
  );
  return row ?? { sequence: 0, facts: 0, bytes: 0 };
}

function digestOf(data: string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** State of the shared facts. */
export interface FleetNews {
  /** `null` if only `changes` is set. */
  readonly facts: readonly FleetFact[] | null;
  readonly changes: readonly FleetChange[];
  /** Number of the last change of the fleet after this. */
  readonly sequence: number;
}
