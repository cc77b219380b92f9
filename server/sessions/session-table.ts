/** Sessions in PostgreSQL: every statement serves all operations that wait. */
import type { Sql, Store } from '../../store/store.ts';
import type { Restore } from './session-log.ts';
import type { NewSession, SessionChange, SessionHead } from '../../store/sessions/session-head.ts';
import { sizeOf } from './local-log.ts';

/** A requested name. */
export interface SessionName {
  readonly owner: string;
  readonly id: string;
}

interface SessionRow extends SessionName {
  readonly handle: string;
  readonly ruleset: string;
  readonly sequence: number;
  readonly bytes: number;
  readonly facts: number;
  readonly created: number;
  readonly ended: boolean;
  readonly stale: boolean;
}

/** Known state of a name. */
export interface SessionStatus {
  readonly head: SessionHead;
  readonly hasEnded: boolean;
  /** True if its last use should be stored again. */
  readonly isStale: boolean;
}

/**
 * Uses are not noted each time, so that a session lives this much longer than its time, never shorter; and they are
 * noted again when the last note is older than the lesser share.
 */
const LATEST = 1.1;
const NOTED = 0.1;

/** The sessions of these names, in any order; none where there never was one. */
export async function findSessions(
  sql: Sql,
  names: readonly SessionName[],
  ttlMs: number,
): Promise<readonly SessionStatus[]> {
  const rows = await sql.query<SessionRow>(
    `SELECT owner, id, handle, ruleset, sequence::float8 AS sequence, bytes::float8 AS bytes, facts,
       (extract(epoch FROM created_at) * 1000)::float8 AS created,
       ended_at IS NOT NULL OR used_at < clock_timestamp() - $3::float8 * interval '1 millisecond' AS ended,
       used_at < clock_timestamp() - $4::float8 * interval '1 millisecond' AS stale
     FROM unnest($1::text[], $2::text[]) AS asked (owner, id) JOIN ferrule.session USING (owner, id)`,
    [names.map(({ owner }) => owner), names.map(({ id }) => id), ttlMs * LATEST, ttlMs * NOTED],
  );
  return rows.map(({ created, ended, stale, ...row }) => ({
    head: { ...row, createdAt: created },
    hasEnded: ended,
    isStale: stale,
  }));
}

/** Notes that these are in use. */
export async function touchSessions(sql: Sql, handles: readonly string[]): Promise<void> {
  await sql.query(
    'UPDATE ferrule.session SET used_at = clock_timestamp() WHERE handle = ANY($1::text[]) AND ended_at IS NULL',
    [handles],
  );
}

/** Makes a session where there is none, or one that has ended. `full`: its owner has as many as it may. */
export function createSession(
  store: Store,
  { owner, id, handle, ruleset }: NewSession,
  most: number,
  ttlMs: number,
): Promise<'created' | 'exists' | 'full'> {
  return store.transaction(async (sql) => {
    // One at a time per owner: none may miss what another is about to add.
    await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [owner]);
    const [row] = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ferrule.session WHERE owner = $1 AND id <> $2 AND ended_at IS NULL
       AND used_at >= clock_timestamp() - $3::float8 * interval '1 millisecond'`,
      [owner, id, ttlMs * LATEST],
    );
    const [former] = await sql.query<{ handle: string }>(
      'SELECT handle FROM ferrule.session WHERE owner = $1 AND id = $2 FOR UPDATE',
      [owner, id],
    );
    const made = await sql.query<{ handle: string }>(
      `INSERT INTO ferrule.session (owner, id, handle, ruleset) VALUES ($1, $2, $3, $4)
       ON CONFLICT (owner, id) DO UPDATE
       SET handle = $3, ruleset = $4, sequence = 0, base = 0, bytes = 0, facts = 0,
         created_at = clock_timestamp(), used_at = clock_timestamp(), ended_at = NULL
       WHERE session.ended_at IS NOT NULL OR session.used_at < clock_timestamp() - $5::float8 * interval '1 millisecond'
       RETURNING handle`,
      [owner, id, handle, ruleset, ttlMs * LATEST],
    );
    if (made.length === 0) return 'exists';
    // Expired, but not yet swept.
    if (former !== undefined)
      await sql.query('DELETE FROM ferrule.session_entry WHERE handle = $1', [former.handle]);
    if ((row?.count ?? 0) < most) return 'created';
    await sql.query('DELETE FROM ferrule.session WHERE handle = $1', [handle]);
    return 'full';
  });
}

/** An operation's change of the session as its head says. */
export interface Append {
  readonly head: SessionHead;
  readonly change: SessionChange;
}

/**
 * Adds one entry to each of these sessions that still matches its head, in one statement. Returns the handles of
 * those.
 */
export async function appendEntries(sql: Sql, appends: readonly Append[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ handle: string }>(
    `WITH given AS (
       SELECT * FROM unnest($1::text[], $2::float8[], $3::text[], $4::float8[], $5::int[])
         AS given (handle, sequence, entry, bytes, facts)
     ), moved AS (
       UPDATE ferrule.session AS session
       SET sequence = session.sequence + 1, bytes = session.bytes + given.bytes, facts = given.facts,
         used_at = clock_timestamp()
       FROM given
       WHERE session.handle = given.handle AND session.sequence = given.sequence AND session.ended_at IS NULL
       RETURNING session.handle, session.sequence, given.entry
     )
     INSERT INTO ferrule.session_entry (handle, sequence, entry) SELECT handle, sequence, entry FROM moved
     RETURNING handle`,
    [
      appends.map(({ head }) => head.handle),
      appends.map(({ head }) => head.sequence),
      appends.map(({ change }) => change.entries[0] ?? ''),
      appends.map(({ change }) => sizeOf(change)),
      appends.map(({ change }) => change.facts),
    ],
  );
  return new Set(rows.map(({ handle }) => handle));
}

/** Adds several entries to one session, all or none. Returns false if the session no longer matches its head. */
export function appendMany(store: Store, { head, change }: Append): Promise<boolean> {
  return store.transaction(async (sql) => {
    const moved = await sql.query(
      `UPDATE ferrule.session
       SET sequence = sequence + $3::float8, bytes = bytes + $4::float8, facts = $5::int,
         used_at = clock_timestamp()
       WHERE handle = $1 AND sequence = $2::float8 AND ended_at IS NULL RETURNING handle`,
      [head.handle, head.sequence, change.entries.length, sizeOf(change), change.facts],
    );
    if (moved.length > 0) await insertEntries(sql, { head, change });
    return moved.length > 0;
  });
}

async function insertEntries(sql: Sql, { head, change }: Append): Promise<void> {
  await sql.query(
    `INSERT INTO ferrule.session_entry (handle, sequence, entry)
     SELECT $1, $2::float8 + position, entry FROM unnest($3::text[]) WITH ORDINALITY AS given (entry, position)`,
    [head.handle, head.sequence, change.entries],
  );
}

/** Puts these entries in the place of all. Returns false if the session no longer matches its head. */
export function rewriteEntries(store: Store, { head, change }: Append): Promise<boolean> {
  return store.transaction(async (sql) => {
    const moved = await sql.query(
      `UPDATE ferrule.session
       SET base = sequence, sequence = sequence + $3::float8, bytes = $4::float8, facts = $5::int,
         used_at = clock_timestamp()
       WHERE handle = $1 AND sequence = $2::float8 AND ended_at IS NULL RETURNING handle`,
      [head.handle, head.sequence, change.entries.length, sizeOf(change), change.facts],
    );
    if (moved.length === 0) return false;
    await sql.query('DELETE FROM ferrule.session_entry WHERE handle = $1', [head.handle]);
    await insertEntries(sql, { head, change });
    return true;
  });
}

/** The entries of a session up to its head. `null` if it was removed or rewritten since. */
export async function readEntries(
  sql: Sql,
  { handle, sequence }: SessionHead,
  after: number | null,
): Promise<Restore | null> {
  const [row] = await sql.query<{ base: number; lines: string | null }>(
    `SELECT base::float8 AS base, (
       SELECT string_agg(entry, E'\\n' ORDER BY sequence) FROM ferrule.session_entry AS entry
       WHERE entry.handle = session.handle AND entry.sequence <= $2::float8
         AND (entry.sequence > $3::float8 OR session.base > $3::float8)
     ) AS lines
     FROM ferrule.session AS session WHERE handle = $1 AND ended_at IS NULL`,
    [handle, sequence, after ?? 0],
  );
  if (row === undefined || row.base > sequence) return null;
  const lines = new Uint8Array(Buffer.from(row.lines ?? ''));
  return { after: after === null || row.base > after ? null : after, lines };
}

/** Ends a session and leaves its mark. */
export async function endSession(sql: Sql, handle: string): Promise<void> {
  await sql.query(
    `WITH ended AS (
       UPDATE ferrule.session SET ended_at = clock_timestamp() WHERE handle = $1 AND ended_at IS NULL
     )
     DELETE FROM ferrule.session_entry WHERE handle = $1`,
    [handle],
  );
}

/** Ends sessions that are idle for too long, drops old marks; returns the ended ones. */
export async function sweepSessions(
  sql: Sql,
  ttlMs: number,
  tombstoneMs: number,
): Promise<readonly SessionHead[]> {
  const rows = await sql.query<SessionRow>(
    `WITH ended AS (
       UPDATE ferrule.session SET ended_at = clock_timestamp()
       WHERE ended_at IS NULL AND used_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
       RETURNING *
     ), gone AS (
       DELETE FROM ferrule.session_entry WHERE handle IN (SELECT handle FROM ended)
     )
     SELECT owner, id, handle, ruleset, sequence::float8 AS sequence, bytes::float8 AS bytes, facts,
       (extract(epoch FROM created_at) * 1000)::float8 AS created
     FROM ended`,
    [ttlMs * LATEST],
  );
  await sql.query(
    `DELETE FROM ferrule.session WHERE ended_at < clock_timestamp() - $1::float8 * interval '1 millisecond'`,
    [tombstoneMs],
  );
  return rows.map(({ created, owner, id, handle, ruleset, sequence, bytes, facts }) => ({
    owner,
    id,
    handle,
    ruleset,
    sequence,
    bytes,
    facts,
    createdAt: created,
  }));
}

/** Bytes of the entries of all sessions, by owner. */
export async function bytesOfOwners(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.query<{ owner: string; bytes: number }>(
    'SELECT owner, sum(bytes)::float8 AS bytes FROM ferrule.session WHERE ended_at IS NULL GROUP BY owner',
  );
  return new Map(rows.map(({ owner, bytes }) => [owner, bytes]));
}
