import { answer } from '../http/answer.ts';
import { OpenApiResponse } from '../contracts/openapi.ts';
import type { Route } from './route.ts';

export const openapi: Route = {
  method: 'GET',
  url: '/openapi.json',
  path: '/openapi.json',
  summary: 'This description',
  operationId: 'openapi',
  access: 'any',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: OpenApiResponse,
  parameters: [],
  errors: [401],
  handle: (_call, { openApi }) => answer(openApi),
};
