import { Worker } from 'node:worker_threads';
import { ServiceError } from '../library/errors.ts';
import { createFairTurns } from '../library/queues/fair-turns.ts';
import type { EmbeddedStart, FromEmbedded, ToEmbedded } from './embedded-protocol.ts';
import type { FolderLock } from './folder-lock.ts';
import { ChannelListeners } from './listeners.ts';
import { SERVICE_ACTOR, storeAs } from './store-as.ts';
import type { Channel, Listener, Sql, SqlValue, Store } from './store.ts';

/** An error that the embedded database returned for a statement. */
class StatementError extends Error {
  /** SQLSTATE, or null. */
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.name = 'StatementError';
    this.code = code;
  }
}

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** Time that a statement of a caller waits for its turn, as for a connection to PostgreSQL. */
const TURN_MS = 10_000;

/** PGlite in its own thread. It has one session, so transactions take turns here. */
export class EmbeddedStore implements Store {
  readonly exclusive = true;
  readonly #thread: Worker;
  readonly #lock: FolderLock | null;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new ChannelListeners();
  readonly #turns = createFairTurns(1, { ms: TURN_MS, late: busy, except: SERVICE_ACTOR });
  #lastId = 0;
  #ended = false;

  private constructor(thread: Worker, lock: FolderLock | null) {
    this.#thread = thread;
    this.#lock = lock;
    thread.on('message', (message: FromEmbedded) => this.#receive(message));
    thread.on('error', () => this.#end());
    thread.on('exit', () => this.#end());
    thread.unref();
  }

  /** Opens the database of a folder that is locked, or one in memory. Throws the database's error. */
  static async open(file: URL, folder: string | null, lock: FolderLock | null): Promise<EmbeddedStore> {
    const workerData: EmbeddedStart = { folder };
    const thread = new Worker(file, { workerData, env: {}, argv: [], execArgv: [] });
    await new Promise<void>((resolve, reject) => {
      thread.once('message', () => resolve());
      thread.once('error', reject);
    });
    return new EmbeddedStore(thread, lock);
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

  #query<Row>(actor: string, text: string, values?: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#turns.run(actor, () => this.#send('query', text, values)) as Promise<readonly Row[]>;
  }

  script(text: string): Promise<readonly unknown[]> {
    return this.#turns.run(SERVICE_ACTOR, () => this.#send('script', text));
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction(SERVICE_ACTOR, work);
  }

  #transaction<T>(actor: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql: Sql = {
      query: <Row>(text: string, values: readonly SqlValue[] = []) =>
        this.#send('query', text, values) as Promise<readonly Row[]>,
    };
    return this.#turns.run(actor, async () => {
      await this.#send('query', 'BEGIN');
      try {
        const value = await work(sql);
        await this.#send('query', 'COMMIT');
        return value;
      } catch (error) {
        await this.#send('query', 'ROLLBACK');
        throw error;
      }
    });
  }

  async listen(channel: Channel, listener: Listener): Promise<() => void> {
    const stop = this.#listeners.add(channel, listener);
    await this.#turns.run(SERVICE_ACTOR, () => this.#send('listen', channel));
    return stop;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    await this.#turns.run(SERVICE_ACTOR, () => this.#send('close', '')).catch(() => undefined);
    await this.#thread.terminate();
    await this.#lock?.release();
  }

  #send(
    kind: ToEmbedded['kind'],
    text: string,
    values: readonly SqlValue[] = [],
  ): Promise<readonly unknown[]> {
    if (this.#ended) return Promise.reject(ended());
    const id = ++this.#lastId;
    const message: ToEmbedded = { id, kind, text, values };
    // An idle thread must not keep the process alive, a busy one must.
    if (this.#waiting.size === 0) this.#thread.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#thread.postMessage(message);
    });
  }

  #receive(message: FromEmbedded): void {
    if (message.kind === 'ready') return;
    if (message.kind === 'notification') {
      this.#listeners.tell(message.channel, message.payload);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#thread.unref();
    if (message.kind === 'rows') waiting?.resolve(message.rows);
    else waiting?.reject(new StatementError(message.message, message.code));
  }

  #end(): void {
    this.#ended = true;
    for (const { reject } of this.#waiting.values()) reject(ended());
    this.#waiting.clear();
  }
}

function ended(): ServiceError {
  return new ServiceError('store_unavailable', 'the embedded database has ended');
}

function busy(): ServiceError {
  return new ServiceError('store_unavailable', 'the embedded database is busy; try again shortly');
}
