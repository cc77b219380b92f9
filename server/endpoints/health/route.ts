import { answer } from '../../requests/answer.ts';
import { HealthResponse } from './contract.ts';
import type { Route } from '../route.ts';

export const health: Route<unknown> = {
  method: 'GET',
  url: '/health',
  path: '/health',
  summary: 'Liveness',
  operationId: 'health',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: HealthResponse,
  parameters: [],
  errors: [],
  handle: () => answer('{"status":"ok"}'),
};
