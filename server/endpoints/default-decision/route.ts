import { DataInput, DataResult } from '../data/contract.ts';
import { postData } from '../data/route.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

export const defaultDecision: Route<RunsJobs> = {
  ...postData,
  url: '/',
  path: '/',
  summary: 'The default decision on the raw body',
  operationId: 'defaultDecision',
  request: DataInput,
  response: DataResult,
  parameters: [],
  errors: [400, 401, 404, 413, 415, 422, 500, 503],
  handle({ caller, origin, body, gzip, query }, { pool }) {
    return pool.submit({
      caller,
      origin,
      kind: 'default-decision',
      body,
      context: { query, gzip },
      session: null,
    });
  },
};
