import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BookOperation, BookReply } from './approvals/book-operations.ts';
import type { Ledger } from './budgets/ledger.ts';
import { ledgerOf } from './budgets/operations.ts';
import { ServiceError } from '../library/errors.ts';
import { bundleFile } from '../library/node/package-root.ts';
import type { Journal, JournalWrite, KeptSession } from './sessions/journal.ts';
import type { SessionHead } from './sessions/session-head.ts';
import { prepareDataFolder } from './data-folder.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import type {
  FromState,
  StateReplies,
  StateRequest,
  StateStart,
  StateWrite,
  ToState,
} from './state-protocol.ts';
import type { StoreLog } from './store.ts';

const FOLDER = 'state';
const DATABASE = 'lmdb';
/** Time of the last successful write check. */
const READY = 'ready';
const ANSWER_MS = 2_000;
/** Time for a thread that has closed the database to end. */
const END_MS = 5_000;
/** Number of a thread that has ended. */
const GONE = -1;

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: ServiceError) => void;
}

interface WaitingWrite extends Waiting<void> {
  readonly write: StateWrite;
}

/**
 * The embedded store of one process: sessions, approvals, reloads and what else must survive it. All writes that wait are one
 * transaction, which is on disk when they return. If one fails, all that wait behind it also fail: they may
 * build on what was not kept.
 */
export class StateStore implements Journal {
  readonly #thread: Worker;
  readonly #lock: FolderLock;
  readonly #log: StoreLog;
  readonly #waiting = new Map<number, Waiting<never>>();
  #outbox: WaitingWrite[] = [];
  #isWriting = false;
  #lastId = 0;
  #isOver = false;

  private constructor(thread: Worker, lock: FolderLock, log: StoreLog) {
    this.#thread = thread;
    this.#lock = lock;
    this.#log = log;
    thread.on('message', (message: FromState) => this.#receive(message));
    thread.on('error', (error) => this.#end(error.message));
    thread.on('exit', () => this.#end('its thread has ended'));
    thread.unref();
  }

  /**
   * Opens it in the data folder of a service.
   * @param thread ends if the store does not open
   * @throws FolderInUse, or the system's or the store's error
   */
  static async open(dataDir: string, log: StoreLog, thread = startStateThread()): Promise<StateStore> {
    const folder = resolve(dataDir, FOLDER);
    const opened = firstMessage(thread);
    let lock: FolderLock | null = null;
    try {
      prepareDataFolder(resolve(dataDir));
      lock = await lockFolder(folder);
      thread.ref();
      thread.postMessage({ folder: join(folder, DATABASE) } satisfies StateStart);
      await opened;
      return new StateStore(thread, lock, log);
    } catch (error) {
      await thread.terminate();
      await lock?.release();
      throw error;
    }
  }

  load(): Promise<readonly KeptSession[]> {
    return this.#ask({ kind: 'load' });
  }

  read(handle: string): Promise<Uint8Array> {
    return this.#ask({ kind: 'read', handle });
  }

  head(handle: string): Promise<SessionHead | null> {
    return this.#ask({ kind: 'head', handle });
  }

  hasEnded(owner: string, id: string, now: number): Promise<boolean> {
    return this.#ask({ kind: 'ended', owner, id, now });
  }

  write(write: JournalWrite): Promise<void> {
    return this.#write(write);
  }

  /** Does an operation on the approvals: what it writes is on the disk when it is done. */
  approvals(operation: BookOperation): Promise<BookReply> {
    return this.#ask({ kind: 'approvals', operation });
  }

  /** Decisions that count: what one writes is on the disk when it is done. */
  ledger(): Ledger {
    return ledgerOf((operation) => this.#ask({ kind: 'ledger', operation }));
  }

  /** The value of this name, or null. */
  value(name: string): Promise<string | null> {
    return this.#ask({ kind: 'value', name });
  }

  setValue(name: string, value: string | null): Promise<void> {
    return this.#write({ kind: 'value', name, value });
  }

  /** Writability: null, or its problem. */
  async problem(): Promise<string | null> {
    if (this.#isOver) return 'has ended';
    const done = this.#noteReady().then(() => null);
    const late = sleep(ANSWER_MS, 'does not respond', { ref: false });
    return Promise.race([done.catch(() => 'cannot be written'), late]);
  }

  #noteReady(): Promise<void> {
    return this.setValue(READY, new Date().toISOString());
  }

  async close(): Promise<void> {
    if (this.#isOver) return;
    // A write that ends after those before it.
    if (this.#isWriting || this.#outbox.length > 0) await this.#noteReady().catch(() => undefined);
    const closed = this.#ask({ kind: 'close' }).catch(() => undefined);
    this.#isOver = true;
    await closed;
    await this.#threadEnds();
    await this.#lock.release();
  }

  /** The thread ends by itself: within a transaction it must not be ended. */
  async #threadEnds(): Promise<void> {
    if (this.#thread.threadId === GONE) return;
    this.#thread.ref();
    const late = sleep(END_MS, true, { ref: false });
    if (await Promise.race([once(this.#thread, 'exit').then(() => false), late]))
      await this.#thread.terminate();
  }

  #write(write: StateWrite): Promise<void> {
    return new Promise((done, reject) => {
      this.#outbox.push({ write, resolve: done, reject });
      if (this.#outbox.length === 1 && !this.#isWriting) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    if (this.#isWriting || this.#outbox.length === 0) return;
    const together = this.#outbox;
    this.#outbox = [];
    this.#isWriting = true;
    this.#ask({ kind: 'write', writes: together.map(({ write }) => write) }).then(
      () => {
        this.#isWriting = false;
        for (const { resolve: done } of together) done();
        this.#flush();
      },
      (error: ServiceError) => {
        this.#isWriting = false;
        const failed = [...together, ...this.#outbox];
        this.#outbox = [];
        for (const { reject } of failed) reject(error);
      },
    );
  }

  #ask<R extends StateRequest>(request: R): Promise<StateReplies[R['kind']]> {
    if (this.#isOver) return Promise.reject(unavailable());
    const id = ++this.#lastId;
    if (this.#waiting.size === 0) this.#thread.ref();
    return new Promise((done, reject) => {
      this.#waiting.set(id, { resolve: done as (value: never) => void, reject });
      this.#thread.postMessage({ id, request } satisfies ToState);
    });
  }

  #receive(message: FromState): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#thread.unref();
    if (message.ok) {
      waiting?.resolve(message.value as never);
      return;
    }
    this.#log.error({ problem: message.problem }, 'the embedded store does not work');
    waiting?.reject(unavailable());
  }

  #end(problem: string): void {
    if (!this.#isOver) this.#log.error({ problem }, 'the embedded store has ended');
    this.#isOver = true;
    for (const { reject } of this.#waiting.values()) reject(unavailable());
    this.#waiting.clear();
  }
}

/** Starts the thread of a store that may be opened later: nothing is locked or written before. */
export function startStateThread(): Worker {
  const thread = new Worker(bundleFile('state-worker.js'), { env: {}, argv: [], execArgv: [] });
  thread.unref();
  return thread;
}

/** Listens at once: the thread may fail while the folder is still being locked. */
function firstMessage(thread: Worker): Promise<void> {
  const opened = new Promise<void>((done, reject) => {
    thread.once('message', () => done());
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('its thread has ended')));
  });
  opened.catch(() => undefined);
  return opened;
}

function unavailable(): ServiceError {
  return new ServiceError('store_unavailable', 'the embedded store cannot be read or written');
}
