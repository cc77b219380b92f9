import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { overloaded, ServiceError, shuttingDown } from '../errors.ts';
import type { CompileReplies, CompileReply, CompileRequest, CompilerStart } from './compile-protocol.ts';

export interface CompilerOptions {
  readonly file: URL;
  readonly start: CompilerStart;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly log: Logger;
}

type Kind = CompileRequest['kind'];

interface Waiting {
  readonly request: CompileRequest;
  readonly resolve: (value: CompileReplies[Kind]) => void;
  readonly reject: (error: ServiceError) => void;
}

const MOST_WAITING = 64;

/** The compiler in its own thread: one request at a time, each within a time limit. */
export class CompilerThread {
  readonly #options: CompilerOptions;
  readonly #queue: Waiting[] = [];
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;
  #thread: Worker | null = null;
  #closed = false;

  constructor(options: CompilerOptions) {
    this.#options = options;
  }

  /** Throws ServiceError. */
  async ask<K extends Kind>(
    request: Extract<CompileRequest, { readonly kind: K }>,
  ): Promise<CompileReplies[K]> {
    if (this.#closed) throw shuttingDown();
    if (this.#queue.length >= MOST_WAITING) throw overloaded();
    const value = await new Promise<CompileReplies[Kind]>((resolve, reject) => {
      this.#queue.push({ request, resolve, reject });
      this.#next();
    });
    return value as CompileReplies[K];
  }

  async close(): Promise<void> {
    this.#closed = true;
    const waiting =
      this.#current === null ? this.#queue.splice(0) : [this.#current, ...this.#queue.splice(0)];
    this.#current = null;
    clearTimeout(this.#timer);
    for (const { reject } of waiting) reject(shuttingDown());
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#current !== null || this.#closed) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#current = waiting;
    this.#thread ??= this.#spawn();
    this.#thread.postMessage(waiting.request);
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
      this.#fail(new ServiceError('evaluation_limit', 'the compilation needed more than it may have'));
    });
    thread.unref();
    return thread;
  }

  /** Gives up what is being compiled, and the thread with it: the next request starts another. */
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
