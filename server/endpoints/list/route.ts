import type { JobKind } from '../../evaluation/protocol/job-kinds.ts';
import type { z } from 'zod';
import { ModulesResponse, RulesResponse, TemplatesResponse } from './contract.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

/** The three lists of constructs: of the mounted engine, or of the session that the header names. */
function listRoute(name: string, kind: JobKind, response: z.ZodType, summary: string): Route<RunsJobs> {
  return {
    method: 'GET',
    url: `/v1/${name}`,
    path: `/v1/${name}`,
    summary,
    operationId: name,
    access: 'evaluate',
    envelope: 'validation',
    body: 'none',
    cap: 'body',
    request: null,
    response,
    parameters: [
      { name: 'X-Session-Id', in: 'header', description: 'Selects a session; required on a stock server.' },
    ],
    errors: [401, 404, 409, 422, 503],
    handle({ caller, headers }, { pool }) {
      const header = headers['x-session-id'];
      const session = typeof header === 'string' && header !== '' ? header : null;
      return pool.submit({ caller, origin: null, kind, body: null, context: null, session });
    },
  };
}

export const templates = listRoute(
  'templates',
  'list-templates',
  TemplatesResponse,
  'List registered templates',
);
export const rules = listRoute('rules', 'list-rules', RulesResponse, 'List loaded rules');
export const modules = listRoute('modules', 'list-modules', ModulesResponse, 'List registered modules');
