import { answer } from '../answer.ts';
import { ServiceError } from '../errors.ts';
import { DeleteSessionResponse } from './delete-session.contract.ts';
import type { Route } from './route.ts';

export const deleteSession: Route = {
  method: 'DELETE',
  url: '/v1/sessions/:session_id',
  path: '/v1/sessions/{session_id}',
  summary: 'End a session',
  operationId: 'deleteSession',
  access: 'data',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: DeleteSessionResponse,
  parameters: [{ name: 'session_id', in: 'path', description: 'The session.' }],
  errors: [401, 404, 503],
  async handle({ parameters }, { pool }) {
    const existed = await pool.endSession(parameters['session_id'] ?? '');
    if (!existed) throw new ServiceError('session_not_found', 'session not found');
    return answer('{"deleted":true}');
  },
};
