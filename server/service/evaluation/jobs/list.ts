import type { Engine } from '../../../../runtime/engine.ts';
import { writeJson } from '../../../library/json.ts';
import { contractError } from '../../http/contract-check.ts';
import { ServiceError } from '../../../errors.ts';
import { ok, type JobFunction, type JobInput, type WorkerState } from './job.ts';
import { slotDescription } from '../../../library/slot-description.ts';

/** `GET /v1/templates` */
export const listTemplates: JobFunction = (input, state) => {
  const { templates } = engineOf(input, state).describe();
  const list = templates.map(({ slots, ...template }) => ({
    ...template,
    slots: slots.map(slotDescription),
  }));
  return ok(writeJson({ templates: list }));
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
