import { answer } from '../answer.ts';
import { OpenApiResponse } from './openapi.contract.ts';
import type { Route } from './route.ts';

export const openapi: Route = {
  method: 'GET',
  url: '/openapi.json',
  path: '/openapi.json',
  summary: 'This description',
  operationId: 'openapi',
  access: 'data',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: OpenApiResponse,
  parameters: [],
  errors: [401],
  handle: (_call, { openApi }) => answer(openApi),
};
