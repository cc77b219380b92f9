/** The servers on a database: each tells it from time to time that it is there, and what it runs. */
import type { Sql } from './store.ts';

/** A server as it tells of itself. */
export interface Replica {
  readonly id: string;
  /** Of the program. */
  readonly version: string;
  /** Name and hash of what is mounted; null on a stock server. */
  readonly ruleset: string | null;
  readonly hash: string | null;
  readonly startedAt: Date;
  /** Sessions that it holds; null where servers share them. */
  readonly sessions: number | null;
  readonly workers: number;
  /** It takes no more requests. */
  readonly draining: boolean;
}

/** A server with the time at which it was last seen, by the database's clock. */
export type SeenReplica = Replica & { readonly seenAt: Date };

/** A server that was not seen for longer is forgotten. */
const FORGOTTEN_AFTER = '5 minutes';

interface Row {
  readonly id: string;
  readonly version: string;
  readonly ruleset: string | null;
  readonly hash: string | null;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly sessions: number | null;
  readonly workers: number;
  readonly draining: boolean;
}

/** Throws ServiceError `store_unavailable`. */
export async function tellReplica(sql: Sql, replica: Replica): Promise<void> {
  const { id, version, ruleset, hash, startedAt, sessions, workers, draining } = replica;
  await sql.query(
    `WITH forgotten AS (
       DELETE FROM ferrule.replica WHERE seen_at < clock_timestamp() - interval '${FORGOTTEN_AFTER}' AND id <> $1
     )
     INSERT INTO ferrule.replica (id, version, ruleset, hash, started_at, sessions, workers, draining)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET version = EXCLUDED.version, ruleset = EXCLUDED.ruleset, hash = EXCLUDED.hash,
       seen_at = clock_timestamp(), sessions = EXCLUDED.sessions, workers = EXCLUDED.workers,
       draining = EXCLUDED.draining`,
    [id, version, ruleset, hash, startedAt, sessions, workers, draining],
  );
}

/** A server has ended. Throws ServiceError `store_unavailable`. */
export async function forgetReplica(sql: Sql, id: string): Promise<void> {
  await sql.query('DELETE FROM ferrule.replica WHERE id = $1', [id]);
}

/** Servers that were seen lately, oldest first. Throws ServiceError `store_unavailable`. */
export async function listReplicas(sql: Sql): Promise<readonly SeenReplica[]> {
  const rows = await sql.query<Row>(
    `SELECT id, version, ruleset, hash, started_at, seen_at, sessions, workers, draining FROM ferrule.replica
     WHERE seen_at >= clock_timestamp() - interval '${FORGOTTEN_AFTER}' ORDER BY started_at, id`,
  );
  return rows.map(({ started_at: startedAt, seen_at: seenAt, ...row }) => ({ ...row, startedAt, seenAt }));
}
