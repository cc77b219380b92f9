import { CONTENT_MODIFIED, RequestError } from '../../authoring/language-service/protocol/types.ts';
import type { LanguageService } from '../../authoring/language-service/service.ts';
import type { RunJob } from '../../authoring/language-service/tasks/job.ts';
import { createSaved, type Saved } from '../../authoring/language-service/tasks/on-save.ts';
import { EDITS, TASKS } from '../../authoring/language-service/tasks.ts';
import type { CancellationToken } from './connection.ts';
import type { Host, RunJobLimited } from './host.ts';

/** Runs each request of the table of tasks in a thread: other requests do not wait for it. */
export function answerTasks(
  { connection, refusal }: Host,
  service: () => LanguageService | null,
  loaded: () => Promise<void>,
  runJob: RunJobLimited,
): void {
  for (const [method, task] of Object.entries(TASKS))
    connection.onRequest(method, async (params, token) => {
      await loaded();
      const own = service();
      if (own === null) return null;
      const workspace = own.workspace();
      const progress = (params as { readonly partialResultToken?: string | number } | null)
        ?.partialResultToken;
      try {
        const emit = (results: readonly unknown[]): void => {
          if (progress !== undefined)
            void connection.sendNotification('$/progress', { token: progress, value: { results } });
        };
        const made = await task(workspace, params, cancelledBy(token, runJob), emit, own.client);
        if (EDITS.has(method) && own.workspace() !== workspace)
          return refusal(CONTENT_MODIFIED, 'a document changed meanwhile');
        return made;
      } catch (error) {
        if (error instanceof RequestError) return refusal(error.code, error.message);
        throw error;
      }
    });
}

function cancelledBy(token: CancellationToken, runJob: RunJobLimited): RunJob {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => {
    controller.abort();
  });
  return (job, onResults = () => undefined) => runJob(job, onResults, controller.signal);
}

interface SaveLooks {
  readonly saved: Saved;
  /** A document was saved: what is still looked at is ended, and begins again. */
  readonly look: (service: LanguageService, uri: string, tell: () => void) => void;
}

export function createSaveLooks(log: (line: string) => void, runJob: RunJobLimited): SaveLooks {
  const saved = createSaved();
  let before: AbortController | null = null;
  return {
    saved,
    look(service, uri, tell) {
      before?.abort();
      const controller = new AbortController();
      before = controller;
      const { analyzeOnSave, testOnSave } = service.settings();
      if (!analyzeOnSave && !testOnSave) return;
      saved
        .look(service.workspace(), uri, (job, onResults = () => undefined) =>
          runJob(job, onResults, controller.signal),
        )
        .then(tell, (error: unknown) => {
          if (!controller.signal.aborted) log(String(error));
        });
    },
  };
}
