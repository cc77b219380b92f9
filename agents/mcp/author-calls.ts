/** Calls of the tools for assistants, each in a thread of its own with limits of time and memory. */
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../library/errors.ts';
import type { AuthorAnswer, AuthorCall } from './author-worker.ts';
import type { DoorQuotas } from './door-quotas.ts';

export interface AuthorCallOptions {
  readonly file: URL;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Calls at once; more of them wait. */
  readonly most: number;
  /** A call holds one of the processes of its token, from when it waits. */
  readonly quotas: Pick<DoorQuotas, 'takeProcess'>;
}

export type RunAuthorCall = (call: AuthorCall) => Promise<AuthorAnswer>;

export function createAuthorCalls(options: AuthorCallOptions): RunAuthorCall {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async (call: AuthorCall): Promise<AuthorAnswer> => {
    if (running >= options.most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await runOnce(call, options);
    } finally {
      // Its place goes to the next one.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
  return async (call) => {
    let release: () => void;
    try {
      release = options.quotas.takeProcess();
    } catch (error) {
      if (error instanceof ServiceError) return { problem: error.message };
      throw error;
    }
    return inTurn(call).finally(release);
  };
}

function runOnce(call: AuthorCall, { file, timeoutMs, memoryMb }: AuthorCallOptions): Promise<AuthorAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(file, {
      workerData: call,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: {},
      argv: [],
      execArgv: [],
    });
    const end = (answer: AuthorAnswer): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => end({ problem: `the call took longer than ${timeoutMs} ms` }), timeoutMs);
    worker.once('message', end);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? { problem: `the call needed more than ${memoryMb} MB` }
          : { defect: error.message },
      ),
    );
    worker.once('exit', () => end({ defect: 'the thread of a call ended without a result' }));
  });
}
