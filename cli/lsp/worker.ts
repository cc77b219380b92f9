/** Does one job of the language server in a thread of its own, which the server can end. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Job } from '../../authoring/language-service/tasks/job.ts';
import { doJob } from '../../authoring/language-service/tasks/work/do-job.ts';
import { loadModule } from '../../library/node/load-ruleset.ts';

void doJob(workerData as Job, loadModule, (answer) => {
  parentPort?.postMessage(answer);
});
