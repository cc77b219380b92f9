import { answer } from '../../requests/answer.ts';
import { OpenApiResponse } from './contract.ts';
import type { Route } from '../route.ts';

interface Describes {
  /** JSON text of the interface description. */
  readonly openApi: () => Promise<string>;
}

export const openapi: Route<Describes> = {
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
  handle: async (_call, { openApi }) => answer(await openApi()),
};
