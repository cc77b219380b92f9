import { Worker } from 'node:worker_threads';
import type { JobAnswer } from '../../authoring/language-service/tasks/work/do-job.ts';
import { bundleFile } from '../../library/node/package-root.ts';
import type { StartThread } from './host.ts';

/** A thread of Node, from the bundle beside the server, in the package as in an extension. */
export const startThread: StartThread = (job, megabytes, { onAnswer, onFailure }) => {
  const worker = new Worker(bundleFile('lsp-worker.js'), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // The protocol has standard output for itself.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  });
  worker.on('message', (answer: JobAnswer) => {
    onAnswer(answer);
  });
  worker.on('error', (error: Error & { readonly code?: string }) => {
    onFailure({
      message: `internal error: ${error.message}`,
      isMemory: error.code === 'ERR_WORKER_OUT_OF_MEMORY',
    });
  });
  worker.on('exit', () => {
    onFailure({ message: 'ended', isMemory: false });
  });
  return () => void worker.terminate();
};
