/** The thread that reads and writes large messages: one at a time, and the first of every token before the second of any. */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { ServiceError, shuttingDown } from '../../../library/errors.ts';
import { bundleFile } from '../../../library/node/package-root.ts';
import { FairQueue } from '../../../library/queues/fair-queue.ts';
import type { MessageResult, MessageTask } from './protocol.ts';

interface MessageThread {
  /** @throws ServiceError */
  readonly run: (task: MessageTask, actor: string) => Promise<MessageResult>;
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly task: MessageTask;
  readonly resolve: (result: MessageResult) => void;
  readonly reject: (error: ServiceError) => void;
}

const MEMORY_MB = 512;
/** The bytes before a message in the memory that it was received in. */
const HEADER_BYTES = 5;

/** Starts nothing before the first task. */
export function createMessageThread(timeoutMs: number, log: Logger): MessageThread {
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

  function spawn(): Worker {
    const started = new Worker(bundleFile('message-worker.js'), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: {},
      argv: [],
      execArgv: [],
    });
    started.on('message', (result: MessageResult) => {
      if (worker === started) finish()?.resolve(result);
    });
    started.on('error', (error) => log.error({ problem: error.message }, 'message thread failed'));
    started.on('exit', () => {
      if (worker !== started || closed) return;
      fail(new ServiceError('evaluation_limit', 'the message exceeded its memory limit'));
    });
    started.unref();
    return started;
  }

  function next(): void {
    if (current !== null || closed) return;
    current = queue.shift() ?? null;
    if (current === null) return;
    worker ??= spawn();
    const { task } = current;
    const raw = task.kind === 'read' ? task.raw : null;
    worker.postMessage(task, raw !== null && isAlone(raw) ? [raw.buffer as ArrayBuffer] : []);
    timer = setTimeout(
      () =>
        fail(new ServiceError('evaluation_timeout', `the message took longer than ${timeoutMs} ms to read`)),
      timeoutMs,
    );
  }

  return {
    run: (task, actor) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(shuttingDown());
          return;
        }
        queue.push(actor, { task, resolve, reject });
        next();
      }),
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

/** True if nothing else lies in the memory of these bytes, so that it can be handed over and need not be copied. */
function isAlone({ buffer, byteLength }: Uint8Array): boolean {
  return buffer.byteLength <= byteLength + HEADER_BYTES;
}
