/**
 * The database as the service sees it: the same SQL on PostgreSQL and on the embedded PGlite. Statements use what both
 * return the same types: texts, integers up to 53 bits (`::float8`), booleans and timestamps (Date).
 */
export interface Sql {
  /** One statement. Throws ServiceError `store_unavailable` when the database cannot be reached. */
  readonly query: <Row>(text: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;
}

/** Sink for messages of a store that are hidden from callers. */
export interface StoreLog {
  readonly warn: (fields: object, text: string) => void;
  readonly error: (fields: object, text: string) => void;
}

export type SqlValue =
  string | number | boolean | null | Date | readonly (string | null)[] | readonly (number | null)[];

/** Called with what was sent, and with null whenever something may have been missed. */
export type Listener = (payload: string | null) => void;

export interface Store extends Sql {
  /** True if no other process has it open, so that leftovers of earlier processes have no owner. */
  readonly exclusive: boolean;
  /** Several statements without values, as one request. Returns the rows of the last. */
  readonly script: (text: string) => Promise<readonly unknown[]>;
  /** Everything or nothing; on an error of `work` nothing. */
  readonly transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  /**
   * The same database for an actor's requests: statements and transactions wait in a fair queue, so that an actor with many
   * does not delay others. Without it they are the service's own.
   */
  readonly as: (actor: string) => Store;
  /** Follows a channel until the returned function is called. Receives messages of its own process, too. */
  readonly listen: (channel: Channel, listener: Listener) => Promise<() => void>;
  readonly close: () => Promise<void>;
}

/** THE channels of notifications. */
export type Channel = 'ferrule_approvals' | 'ferrule_fleet' | 'ferrule_rulesets' | 'ferrule_runs';

/** Notifies all listening processes, once the enclosing transaction has committed. */
export async function notify(sql: Sql, channel: Channel, payload = ''): Promise<void> {
  await sql.query('SELECT pg_notify($1, $2)', [channel, payload]);
}
