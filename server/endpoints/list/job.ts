import type { Engine } from '../../../runtime/engine.ts';
import { writeJson } from '../../../library/json.ts';
import { contractError } from '../../requests/contract-check.ts';
import { ServiceError } from '../../../library/errors.ts';
import { ok, type JobFunction, type JobInput, type WorkerState } from '../../evaluation/worker/jobs/job.ts';
import { templateDescription } from '../../../library/template-description.ts';

/** `GET /v1/templates` */
export const listTemplates: JobFunction = (input, state) => {
  const { templates } = engineOf(input, state).describe();
  return ok(writeJson({ templates: templates.map(templateDescription) }));
};

/** `GET /v1/rules` */
export const listRules: JobFunction = (input, state) =>
  ok(writeJson({ rules: engineOf(input, state).describe().rules }));

/** `GET /v1/modules` */
export const listModules: JobFunction = (input, state) =>
  ok(writeJson({ modules: engineOf(input, state).describe().modules }));

/** The mounted engine, or that of the session which the header `X-Session-Id` names. */
function engineOf({ session, provided }: JobInput, state: WorkerState): Engine {
  const mounted = state.mounted();
  if (mounted !== null) {
    if (session === null) return mounted.engine;
    throw new ServiceError('session_not_found', 'session not found');
  }
  if (session === null) {
    throw contractError([
      {
        loc: ['header', 'x-session-id'],
        msg: 'field required: no engine is mounted',
        type: 'missing',
        input: null,
      },
    ]);
  }
  return state.sessions.require(session.id, session, provided).engine;
}
