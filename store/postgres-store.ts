import pg from 'pg';
import { ServiceError } from '../library/errors.ts';
import { createFairTurns } from '../library/queues/fair-turns.ts';
import { ChannelListeners } from './listeners.ts';
import { SERVICE_ACTOR, storeAs } from './store-as.ts';
import type { Channel, Listener, Sql, SqlValue, Store, StoreLog } from './store.ts';

const MOST_CONNECTIONS = 10;
const CONNECT_MS = 3_000;
/** A connection that went away without a word is noticed after this long. */
const QUERY_MS = 10_000;
const RECONNECT_MS = 250;
/** For statements that are under way when the database is closed. */
const CLOSE_MS = 1_000;
const APPLICATION = 'ferrule';

/** PostgreSQL through a pool, and one connection more that listens and is made again whenever it ends. */
export class PostgresStore implements Store {
  readonly exclusive = false;
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #log: StoreLog;
  readonly #listeners = new ChannelListeners();
  /** In front of the pool, which serves in the order of arrival. */
  readonly #turns = createFairTurns(MOST_CONNECTIONS, {
    ms: QUERY_MS,
    late: () => unavailable(new Error('all connections are in use'), this.#log),
  });
  /** The connections of the pool, those in use included. */
  readonly #clients = new Set<pg.PoolClient>();
  #listening: pg.Client | null = null;
  #reconnect: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, log: StoreLog) {
    this.#url = url;
    this.#log = log;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      application_name: APPLICATION,
    });
    this.#pool.on('connect', (client) => this.#clients.add(client));
    this.#pool.on('remove', (client) => this.#clients.delete(client));
    this.#pool.on('error', (error) => log.warn({ problem: error.message }, 'a database connection ended'));
  }

  as(actor: string): Store {
    return storeAs(this, actor, {
      query: (text, values) => this.#query(actor, text, values),
      transaction: (work) => this.#transaction(actor, work),
    });
  }

  query<Row>(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#query(SERVICE_ACTOR, text, values);
  }

  #query<Row>(actor: string, text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return this.#turns.run(actor, () =>
      this.#reached(async () => {
        const { rows } = await this.#pool.query(text, [...values]);
        return rows as Row[];
      }),
    );
  }

  script(text: string): Promise<readonly unknown[]> {
    return this.#withClient(SERVICE_ACTOR, async (client) => {
      try {
        const results = (await client.query(text)) as unknown as pg.QueryResult | pg.QueryResult[];
        return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? [];
      } catch (error) {
        // The script may have begun a transaction, which is still open then.
        if (!hasLostConnection(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction(SERVICE_ACTOR, work);
  }

  #transaction<T>(actor: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#withClient(actor, async (client) => {
      const sql: Sql = {
        query: async <Row>(text: string, values: readonly SqlValue[] = []) =>
          (await this.#reached(() => client.query(text, [...values]))).rows as Row[],
      };
      await client.query('BEGIN');
      try {
        const value = await work(sql);
        await client.query('COMMIT');
        return value;
      } catch (error) {
        if (!hasLostConnection(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  async listen(channel: Channel, listener: Listener): Promise<() => void> {
    const stop = this.#listeners.add(channel, listener);
    if (this.#listening === null) await this.#connect();
    else await this.#listening.query(`LISTEN ${channel}`);
    return stop;
  }

  /** Statements that are under way have a moment left; then their connections end. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#reconnect);
    const late = setTimeout(() => {
      for (const client of this.#clients) void client.end();
    }, CLOSE_MS);
    await Promise.allSettled([this.#listening?.end(), this.#pool.end()]);
    clearTimeout(late);
  }

  /** A client whose last statement failed for want of a connection is not used again. */
  #withClient<T>(actor: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#turns.run(actor, () => this.#connected(work));
  }

  async #connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#reached(() => this.#pool.connect());
    let broken = false;
    // Without a listener the end of a connection that is in use would end the process.
    const onError = (): void => void (broken = true);
    client.on('error', onError);
    try {
      return await this.#reached(() => work(client));
    } catch (error) {
      broken ||= hasLostConnection(error);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      application_name: APPLICATION,
      keepAlive: true,
    });
    client.on('error', (error) =>
      this.#log.warn({ problem: error.message }, 'the listening connection failed'),
    );
    client.on('end', () => this.#again(client));
    client.on('notification', ({ channel, payload }) => this.#listeners.tell(channel, payload ?? ''));
    this.#listening = client;
    try {
      await client.connect();
      for (const channel of this.#listeners.channels) await client.query(`LISTEN ${channel}`);
      this.#listeners.tellMissed();
    } catch (error) {
      void client.end().catch(() => undefined);
      this.#again(client);
      throw unavailable(error, this.#log);
    }
  }

  #again(client: pg.Client): void {
    if (this.#closed || this.#listening !== client) return;
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => {
      this.#connect().catch(() => undefined);
    }, RECONNECT_MS).unref();
  }

  async #reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw isUnreachable(error) ? unavailable(error, this.#log) : error;
    }
  }
}

/** A statement on such a connection would only wait for its own time limit. */
function hasLostConnection(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof ServiceError && error.code === 'store_unavailable');
}

/** Errors of the connection, not of the statement: without an SQLSTATE, or of the classes for connections and shutdown. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ServiceError) return false;
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error && isConnectionError(error);
  return /^(08|57P|53)/.test(error.code ?? '');
}

function isConnectionError(error: Error): boolean {
  return (
    'syscall' in error ||
    error instanceof AggregateError ||
    /timeout|terminated|connection|pool/i.test(error.message)
  );
}

function unavailable(error: unknown, log: StoreLog): ServiceError {
  log.warn(
    { problem: error instanceof Error ? error.message : String(error) },
    'the database does not respond',
  );
  return new ServiceError('store_unavailable', 'the database does not respond');
}
