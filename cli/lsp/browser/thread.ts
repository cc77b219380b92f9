import type { JobAnswer } from '../../../authoring/language-service/tasks/work/do-job.ts';
import type { StartThread } from '../host.ts';
import { scope } from './scope.ts';

/** The bundle of `job.ts`, beside the one of the server. */
const JOBS = 'lsp-browser-job.js';

/** A worker within the worker. A browser limits the memory of each by itself. */
export const startThread: StartThread = (job, _, { onAnswer, onFailure }) => {
  const worker = new scope.Worker(new URL(JOBS, scope.location.href).href);
  worker.onmessage = ({ data }) => {
    onAnswer(data as JobAnswer);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    onFailure({ message: `internal error: ${event.message ?? 'the worker did not start'}`, isMemory: false });
  };
  worker.postMessage(job);
  return () => {
    worker.terminate();
  };
};
