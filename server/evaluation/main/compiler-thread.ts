import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { overloaded, ServiceError, shuttingDown } from '../../../library/errors.ts';
import { FairQueue } from '../../../library/queues/fair-queue.ts';
import { transfersOf } from '../../../evidence/packed-decisions.ts';
import type {
  CompileReplies,
  CompileReply,
  CompileRequest,
  CompilerStart,
} from '../protocol/compile-protocol.ts';

interface CompilerOptions {
  readonly file: URL;
  readonly start: CompilerStart;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly log: Logger;
}

type Kind = CompileRequest['kind'];

interface Waiting {
  readonly request: CompileRequest;
  readonly actor: string;
  readonly resolve: (value: CompileReplies[Kind]) => void;
  readonly reject: (error: ServiceError) => void;
}

/** Owner of a compilation, and the signal that cancels it. */
export interface Asker {
  readonly actor: string;
  readonly onLeave: (left: () => void) => void;
}

const MOST_WAITING = 64;
/** Limit per caller. */
const MOST_OF_ONE = MOST_WAITING / 2;

/** Requests of decisions and reloads take precedence over runs, whose graphs wait in the queue anyway. */
const LATER: ReadonlySet<Kind> = new Set<Kind>(['graph', 'compile', 'explain']);

/**
 * The compiler in its own thread: one request at a time, each within a time limit. Every caller's first request runs before
 * any caller's second; abandoned requests are dropped.
 */
export class CompilerThread {
  readonly #options: CompilerOptions;
  readonly #queue = new FairQueue<Waiting>();
  readonly #later = new FairQueue<Waiting>();
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;
  #thread: Worker | null = null;
  #closed = false;

  constructor(options: CompilerOptions) {
    this.#options = options;
  }

  /** Requests that wait for the thread. */
  get waiting(): number {
    return this.#queue.size + this.#later.size;
  }

  /** Spawns the thread, which loads the compiler before the first request. */
  begin(): Worker {
    return (this.#thread ??= this.#spawn());
  }

  /** Throws ServiceError. `asker`: the caller (default: the service itself). */
  async ask<K extends Kind>(
    request: Extract<CompileRequest, { readonly kind: K }>,
    asker: Asker | null = null,
  ): Promise<CompileReplies[K]> {
    if (this.#closed) throw shuttingDown();
    const actor = asker?.actor ?? '';
    const queue = LATER.has(request.kind) ? this.#later : this.#queue;
    const full = this.waiting >= MOST_WAITING || (asker !== null && queue.of(actor) >= MOST_OF_ONE);
    if (full) throw overloaded();
    const value = await new Promise<CompileReplies[Kind]>((resolve, reject) => {
      const waiting: Waiting = { request, actor, resolve, reject };
      queue.push(actor, waiting);
      asker?.onLeave(() => this.#drop(waiting));
      this.#next();
    });
    return value as CompileReplies[K];
  }

  /** Starts the thread and compiles something there, unless it has started. Never rejects. */
  async warmUp(): Promise<void> {
    if (this.#thread !== null) return;
    const { log } = this.#options;
    await this.ask<'warm-up'>({ kind: 'warm-up' }).then(
      () => log.debug('compiler warmed up'),
      (error: ServiceError) => {
        if (!this.#closed) log.warn({ problem: error.message }, 'compiler warm-up failed');
      },
    );
  }

  #drop(waiting: Waiting): void {
    const left = new ServiceError('invalid_request', 'the client left before the compilation ended');
    if (this.#later.remove(waiting.actor, waiting) || this.#queue.remove(waiting.actor, waiting))
      waiting.reject(left);
    else if (this.#current === waiting) this.#fail(left);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const queued = [...this.#queue.clear(), ...this.#later.clear()];
    const waiting = this.#current === null ? queued : [this.#current, ...queued];
    this.#current = null;
    clearTimeout(this.#timer);
    for (const { reject } of waiting) reject(shuttingDown());
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#current !== null || this.#closed) return;
    const waiting = this.#queue.shift() ?? this.#later.shift();
    if (waiting === undefined) return;
    this.#current = waiting;
    const { request } = waiting;
    this.begin().postMessage(request, request.kind === 'compare' ? transfersOf(request.decisions) : []);
    const { timeoutMs } = this.#options;
    this.#timer = setTimeout(() => {
      this.#fail(new ServiceError('evaluation_timeout', `the compilation took longer than ${timeoutMs} ms`));
    }, timeoutMs);
  }

  #spawn(): Worker {
    const { file, start, memoryMb, log } = this.#options;
    const thread = new Worker(file, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: {},
      argv: [],
      execArgv: [],
    });
    thread.on('message', (reply: CompileReply) => {
      if (this.#thread === thread) this.#settle(reply);
    });
    thread.on('error', (error) => log.error({ problem: error.message }, 'compiler worker failed'));
    thread.on('exit', () => {
      if (this.#thread !== thread || this.#closed) return;
      this.#fail(new ServiceError('evaluation_limit', 'the compilation exceeded its memory limit'));
    });
    thread.unref();
    return thread;
  }

  /** Aborts the current compilation and ends the thread; the next request starts another one. */
  #fail(error: ServiceError): void {
    const thread = this.#thread;
    this.#thread = null;
    void thread?.terminate();
    this.#finish()?.reject(error);
  }

  #settle(reply: CompileReply): void {
    const waiting = this.#finish();
    if (reply.ok) {
      waiting?.resolve(reply.value);
      return;
    }
    const { refusal, log } = reply;
    if (log !== null) this.#options.log.error({ problem: log }, 'a compilation failed unexpectedly');
    waiting?.reject(new ServiceError(refusal.code, refusal.detail, refusal.field, refusal.issues));
  }

  #finish(): Waiting | null {
    const waiting = this.#current;
    this.#current = null;
    clearTimeout(this.#timer);
    queueMicrotask(() => this.#next());
    return waiting;
  }
}
