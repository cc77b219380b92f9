import { BODY_ERRORS, type Route } from '../route.ts';
import { DecisionRequest, DecisionResponse } from './contract.ts';
import type { DecisionPort } from '../counting/ports.ts';
import { decideCounted } from './decide.ts';

export const decisions: Route<DecisionPort> = {
  method: 'POST',
  url: '/v1/decisions',
  path: '/v1/decisions',
  summary: 'Decide, and count what the decision uses',
  operationId: 'decide',
  access: 'evaluate',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: DecisionRequest,
  response: DecisionResponse,
  // The header of the key is not listed: clients that are made of this name its argument as the member of the body.
  parameters: [],
  errors: [...BODY_ERRORS.slice(0, 2), 403, ...BODY_ERRORS.slice(2)],
  handle: decideCounted,
};
