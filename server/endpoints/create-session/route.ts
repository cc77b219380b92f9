import { randomUUID } from 'node:crypto';
import { findSessionId } from '../../requests/find-session-id.ts';
import { CreateSessionRequest, CreateSessionResponse } from './contract.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

export const createSession: Route<RunsJobs & KnowsMounted> = {
  method: 'POST',
  url: '/v1/sessions',
  path: '/v1/sessions',
  summary: 'Create a session',
  operationId: 'createSession',
  access: 'session',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: CreateSessionRequest,
  response: CreateSessionResponse,
  parameters: [],
  success: 201,
  errors: BODY_ERRORS,
  handle({ caller, origin, body, gzip }, { pool, serving }) {
    if (serving.kind === 'mounted')
      throw new ServiceError('sessions_unavailable', 'a server with a mounted engine has no sessions');
    // One that the body names is found there by the worker; without one this is the new session.
    const session = (gzip ? null : findSessionId(body)) ?? randomUUID();
    return pool.submit({
      caller,
      origin,
      kind: 'create-session',
      body,
      context: gzip ? { gzip } : null,
      session,
    });
  },
};
