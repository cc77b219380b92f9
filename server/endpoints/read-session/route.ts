import { answer } from '../../requests/answer.ts';
import { SessionResponse } from '../create-session/contract.ts';
import { sessionGone } from '../../sessions/session-log.ts';
import { sessionIdOf } from '../session-id.ts';
import type { FindsSessions } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

const SECOND_MS = 1_000;

export const readSession: Route<FindsSessions> = {
  method: 'GET',
  url: '/v1/sessions/:session_id',
  path: '/v1/sessions/{session_id}',
  summary: 'Ruleset, facts and age of a session',
  operationId: 'readSession',
  access: 'session',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: SessionResponse,
  parameters: [{ name: 'session_id', in: 'path', description: 'The session.' }],
  errors: [401, 404, 503],
  async handle({ caller, parameters }, { pool }) {
    const found = await pool.findSession(caller.actor, sessionIdOf(parameters));
    if (found.kind !== 'live') throw sessionGone(found.kind);
    const { id, ruleset, facts, bytes, createdAt } = found.head;
    return answer(
      JSON.stringify({
        session_id: id,
        ruleset,
        facts,
        bytes,
        created_at: new Date(createdAt).toISOString(),
        age_seconds: Math.max(0, Math.floor((Date.now() - createdAt) / SECOND_MS)),
      }),
    );
  },
};
