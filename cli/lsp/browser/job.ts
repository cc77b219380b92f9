/** Does one job of the language server in a worker of its own, which the server can end. */
import type { Job } from '../../../authoring/language-service/tasks/job.ts';
import { doJob } from '../../../authoring/language-service/tasks/work/do-job.ts';
import { loadInWorker } from '../../../library/browser/load-in-worker.ts';
import { scope } from './scope.ts';

scope.onmessage = ({ data }) => {
  void doJob(data as Job, loadInWorker, (answer) => {
    scope.postMessage(answer);
  });
};
