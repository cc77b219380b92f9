import { answer } from '../../requests/answer.ts';
import { LivezResponse } from '../probes.ts';
import type { Route } from '../route.ts';

export const livez: Route<unknown> = {
  method: 'GET',
  url: '/livez',
  path: '/livez',
  summary: 'Liveness: 200 if the process responds',
  operationId: 'livez',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: LivezResponse,
  parameters: [],
  errors: [],
  handle: () => answer('{"status":"ok"}'),
};
