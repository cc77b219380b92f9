import { answer } from '../../requests/answer.ts';
import { DeleteSessionResponse } from './contract.ts';
import { sessionGone, type Found } from '../../sessions/session-log.ts';
import { sessionIdOf } from '../session-id.ts';
import type { RecordsDecisions } from '../../../evidence/audit.ts';
import type { Route } from '../route.ts';

interface EndsSessions {
  readonly pool: { readonly endSession: (owner: string, id: string) => Promise<Found['kind']> };
}

export const deleteSession: Route<RecordsDecisions & EndsSessions> = {
  method: 'DELETE',
  url: '/v1/sessions/:session_id',
  path: '/v1/sessions/{session_id}',
  summary: 'End a session',
  operationId: 'deleteSession',
  access: 'session',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: DeleteSessionResponse,
  parameters: [{ name: 'session_id', in: 'path', description: 'The session.' }],
  errors: [401, 404, 503],
  async handle({ caller, parameters, origin }, { pool, audit }) {
    const id = sessionIdOf(parameters);
    const was = await pool.endSession(caller.actor, id);
    if (was !== 'live') throw sessionGone(was);
    await audit?.record('facts', origin, { session_id: id, operation: { end: true } });
    return answer('{"deleted":true}');
  },
};
