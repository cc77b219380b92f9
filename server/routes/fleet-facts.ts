import { answer } from '../answer.ts';
import { ServiceError } from '../errors.ts';
import type { FleetService } from '../fleet/fleet-service.ts';
import type { Services } from '../services.ts';
import {
  FleetFactRequest,
  FleetFactResponse,
  FleetFilterRequest,
  FleetQueryResponse,
  FleetRetractResponse,
} from './fleet-facts.contract.ts';
import { BODY_ERRORS, type Route } from './route.ts';

const COMMON = {
  access: 'data',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  parameters: [],
  errors: BODY_ERRORS,
} as const;

export const assertFleetFact: Route = {
  ...COMMON,
  method: 'POST',
  url: '/v1/fleet/facts',
  path: '/v1/fleet/facts',
  summary: 'Assert a fact in all members of the fleet',
  operationId: 'assertFleetFact',
  request: FleetFactRequest,
  response: FleetFactResponse,
  async handle({ body, gzip }, services) {
    const created = await fleetOf(services).assertFact(body, gzip);
    return answer(JSON.stringify({ success: true, created }));
  },
};

export const retractFleetFacts: Route = {
  ...COMMON,
  method: 'DELETE',
  url: '/v1/fleet/facts',
  path: '/v1/fleet/facts',
  summary: 'Retract facts of the fleet by template and filter',
  operationId: 'retractFleetFacts',
  request: FleetFilterRequest,
  response: FleetRetractResponse,
  async handle({ body, gzip }, services) {
    const count = await fleetOf(services).retract(body, gzip);
    return answer(JSON.stringify({ retracted_count: count }));
  },
};

export const queryFleetFacts: Route = {
  ...COMMON,
  method: 'POST',
  url: '/v1/fleet/query',
  path: '/v1/fleet/query',
  summary: 'Query the facts of the fleet',
  operationId: 'queryFleetFacts',
  request: FleetFilterRequest,
  response: FleetQueryResponse,
  handle: ({ body, gzip }, services) => fleetOf(services).query(body, gzip),
};

function fleetOf({ fleet }: Services): FleetService {
  if (fleet !== null) return fleet;
  throw new ServiceError('fleet_not_served', 'the server is of no fleet');
}
