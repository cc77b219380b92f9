import { ReadyzResponse } from '../probes.ts';
import { readinessOf, type HasChecks } from '../../readiness.ts';
import type { Route } from '../route.ts';

const UNAVAILABLE = 503;

export const readyz: Route<HasChecks> = {
  method: 'GET',
  url: '/readyz',
  path: '/readyz',
  summary: 'Readiness: 200 if the service can take requests, otherwise 503',
  operationId: 'readyz',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: ReadyzResponse,
  parameters: [],
  errors: [UNAVAILABLE],
  async handle(_call, services) {
    const { ready, checks } = await readinessOf(services);
    const body = JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks });
    return { status: ready ? 200 : UNAVAILABLE, body };
  },
};
