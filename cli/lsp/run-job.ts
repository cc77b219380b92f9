import { REQUEST_FAILED, RequestError } from '../../authoring/language-service/protocol/types.ts';
import type { Job, JobResult } from '../../authoring/language-service/tasks/job.ts';
import { REQUEST_CANCELLED } from '../../authoring/language-service/tasks/run-tests.ts';
import type { RunJobLimited, StartThread } from './host.ts';

/** Milliseconds, by kind: every job ends. */
const LIMITS_MS: Readonly<Record<Job['kind'], number>> = {
  test: 120_000,
  analyze: 30_000,
  explain: 15_000,
  evaluate: 15_000,
  show: 15_000,
  'change-form': 10_000,
};
const MOST_MEGABYTES = 512;
/** Threads at a time: as many as leave the server a core of a small machine. */
const MOST_THREADS = 2;

/** Runs jobs in threads, a few at a time. The form of a rule does not wait for tests. */
export function createJobs(startThread: StartThread): RunJobLimited {
  const [slow, quick] = [createTurns(MOST_THREADS), createTurns(1)];
  return (job, onResults, signal) =>
    (job.kind === 'change-form' ? quick : slow)(() => inThread(startThread, job, onResults, signal));
}

function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // A job that ends hands its turn to the next.
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function inThread(
  startThread: StartThread,
  job: Job,
  onResults: (results: readonly JobResult[]) => void,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new RequestError(REQUEST_CANCELLED, 'cancelled'));
      return;
    }
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      endThread();
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
    const endThread = startThread(job, MOST_MEGABYTES, {
      onAnswer(answer) {
        if (answer.kind === 'results') onResults(answer.results);
        else if (answer.kind === 'problem') fail(answer.message);
        else if (answer.kind === 'defect') fail(`internal error: ${answer.message}`);
        else
          end(() => {
            resolve(answer.value);
          });
      },
      onFailure({ message, isMemory }) {
        fail(isMemory ? `ended: it took more than ${MOST_MEGABYTES} MB` : message);
      },
    });
  });
}
