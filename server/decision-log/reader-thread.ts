/** The thread that reads the files of the decision log: one request at a time, and the first of every token before the second of any. */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { overloaded, ServiceError, shuttingDown } from '../../library/errors.ts';
import { bundleFile } from '../../library/node/package-root.ts';
import { FairQueue } from '../../library/queues/fair-queue.ts';
import type { LogReplies, LogReply, LogRequest } from './protocol.ts';

interface ReaderThread {
  /** @throws ServiceError */
  readonly ask: <K extends LogRequest['kind']>(
    request: Extract<LogRequest, { readonly kind: K }>,
    actor: string,
    onLeave: (left: () => void) => void,
  ) => Promise<LogReplies[K]>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly request: LogRequest;
  readonly resolve: (value: LogReplies[LogRequest['kind']]) => void;
  readonly reject: (error: ServiceError) => void;
}

const MEMORY_MB = 512;
const MOST_WAITING = 64;
/** Limit per token. */
const MOST_OF_ONE = 16;

/** Starts nothing before the first request. */
export function createReaderThread(timeoutMs: number, log: Logger): ReaderThread {
  const queue = new FairQueue<Waiting>();
  let worker: Worker | null = null;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function finish(): Waiting | null {
    const finished = current;
    current = null;
    clearTimeout(timer);
    queueMicrotask(next);
    return finished;
  }

  function fail(error: ServiceError): void {
    const failed = worker;
    worker = null;
    void failed?.terminate();
    finish()?.reject(error);
  }

  function settle(reply: LogReply): void {
    const waiting = finish();
    if (reply.ok) {
      waiting?.resolve(reply.value);
      return;
    }
    log.error({ problem: reply.problem }, 'the decision log cannot be read');
    waiting?.reject(new ServiceError('audit_unavailable', 'the decision log cannot be read'));
  }

  function spawn(): Worker {
    const started = new Worker(bundleFile('log-worker.js'), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: {},
      argv: [],
      execArgv: [],
    });
    started.on('message', (reply: LogReply) => {
      if (worker === started) settle(reply);
    });
    started.on('error', (error) => log.error({ problem: error.message }, 'log reader failed'));
    started.on('exit', () => {
      if (worker !== started || closed) return;
      fail(new ServiceError('evaluation_limit', 'reading the decision log exceeded its memory limit'));
    });
    started.unref();
    return started;
  }

  function next(): void {
    if (current !== null || closed) return;
    current = queue.shift() ?? null;
    if (current === null) return;
    worker ??= spawn();
    worker.postMessage(current.request);
    timer = setTimeout(() => {
      const detail = `reading the decision log took longer than ${timeoutMs} ms`;
      fail(new ServiceError('evaluation_timeout', detail));
    }, timeoutMs);
  }

  return {
    async ask<K extends LogRequest['kind']>(
      request: Extract<LogRequest, { readonly kind: K }>,
      actor: string,
      onLeave: (left: () => void) => void,
    ) {
      if (closed) throw shuttingDown();
      if (queue.size >= MOST_WAITING || queue.of(actor) >= MOST_OF_ONE) throw overloaded();
      const value = await new Promise<LogReplies[LogRequest['kind']]>((resolve, reject) => {
        const waiting: Waiting = { request, resolve, reject };
        queue.push(actor, waiting);
        onLeave(() => {
          if (queue.remove(actor, waiting)) reject(new ServiceError('invalid_request', 'the client left'));
        });
        next();
      });
      return value as LogReplies[K];
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const { reject } of [...(current === null ? [] : [current]), ...queue.clear()])
        reject(shuttingDown());
      current = null;
      await worker?.terminate();
    },
  };
}
