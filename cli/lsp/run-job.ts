import { bundleFile } from '../../library/node/package-root.ts';
import { Worker } from 'node:worker_threads';
import { REQUEST_FAILED, RequestError } from '../../authoring/language-service/protocol/types.ts';
import type { Job, JobResult } from '../../authoring/language-service/tasks/job.ts';
import { REQUEST_CANCELLED } from '../../authoring/language-service/tasks/run-tests.ts';
import type { JobAnswer } from '../../authoring/language-service/tasks/work/do-job.ts';

/** Milliseconds, by kind: every job ends. */
const LIMITS_MS: Readonly<Record<Job['kind'], number>> = {
  test: 120_000,
  analyze: 30_000,
  explain: 15_000,
  evaluate: 15_000,
  show: 15_000,
};
const MOST_MEGABYTES = 512;
/** Threads at a time: as many as leave the server a core of a small machine. */
const MOST_THREADS = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a job in a thread with limits on time and memory. Throws RequestError if it is refused or ended. */
export async function runJob(
  job: Job,
  onResults: (results: readonly JobResult[]) => void,
  signal: AbortSignal,
): Promise<unknown> {
  // A job that ends hands its turn to the next.
  if (running < MOST_THREADS) running++;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await inThread(job, onResults, signal);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

function inThread(
  job: Job,
  onResults: (results: readonly JobResult[]) => void,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new RequestError(REQUEST_CANCELLED, 'cancelled'));
      return;
    }
    // Bundled beside the server, in the package as in an extension.
    const worker = new Worker(bundleFile('lsp-worker.js'), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      // The protocol has standard output for itself.
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      void worker.terminate();
      settle();
    };
    const fail = (message: string, code = REQUEST_FAILED): void => {
      end(() => {
        reject(new RequestError(code, message));
      });
    };
    const cancel = (): void => {
      fail('cancelled', REQUEST_CANCELLED);
    };
    const timer = setTimeout(() => {
      fail(`ended: it took longer than ${LIMITS_MS[job.kind] / 1000} s`);
    }, LIMITS_MS[job.kind]);
    signal.addEventListener('abort', cancel);
    worker.on('message', (answer: JobAnswer) => {
      if (answer.kind === 'results') onResults(answer.results);
      else if (answer.kind === 'problem') fail(answer.message);
      else if (answer.kind === 'defect') fail(`internal error: ${answer.message}`);
      else
        end(() => {
          resolve(answer.value);
        });
    });
    worker.on('error', (error: Error & { readonly code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(isMemory ? `ended: it took more than ${MOST_MEGABYTES} MB` : `internal error: ${error.message}`);
    });
    worker.on('exit', () => {
      fail('ended');
    });
  });
}
