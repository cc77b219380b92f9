import type { PublicJwk } from '../../../evidence/attestation-key.ts';
import { answer } from '../../requests/answer.ts';
import { JwksResponse } from './contract.ts';
import type { Route } from '../route.ts';

interface KnowsPublicKeys {
  readonly keys: { readonly jwks: readonly PublicJwk[] };
}

export const jwks: Route<KnowsPublicKeys> = {
  method: 'GET',
  url: '/.well-known/jwks.json',
  path: '/.well-known/jwks.json',
  summary: 'Public keys of attestation tokens and checkpoints',
  operationId: 'jwks',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: JwksResponse,
  parameters: [],
  errors: [],
  handle: (_call, { keys }) => answer(JSON.stringify({ keys: keys.jwks })),
};
