import type { JobAnswer } from '../../../authoring/language-service/tasks/work/do-job.ts';
import type { StartThread } from '../host.ts';
import { scope } from './scope.ts';

/**
 * Workers within the worker. A browser limits the memory of each by itself.
 *
 * @param scriptOf returns the address of the bundle of `job.ts`
 */
export const createThreads =
  (scriptOf: () => string): StartThread =>
  (job, _, { onAnswer, onFailure }) => {
    const worker = new scope.Worker(scriptOf());
    worker.onmessage = ({ data }) => {
      onAnswer(data as JobAnswer);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      onFailure({
        message: `internal error: ${event.message ?? 'the worker did not start'}`,
        isMemory: false,
      });
    };
    worker.postMessage(job);
    return () => {
      worker.terminate();
    };
  };
