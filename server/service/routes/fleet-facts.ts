import { answer } from '../http/answer.ts';
import { readJson, readText } from '../evaluation/job-body.ts';
import { ServiceError } from '../../errors.ts';
import type { FleetService } from '../../fleet/fleet-service.ts';
import type { Services } from '../services.ts';
import {
  FleetFactRequest,
  FleetFactResponse,
  FleetFilterRequest,
  FleetQueryResponse,
  FleetRetractResponse,
} from '../contracts/fleet-facts.ts';
import { BODY_ERRORS, type Route } from './route.ts';

const COMMON = {
  access: 'fleet',
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
  async handle({ body, gzip, origin }, services) {
    const created = await fleetOf(services).assertFact(body, gzip);
    if (created) await record('assert', body, gzip, origin, services);
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
  async handle({ body, gzip, origin }, services) {
    const count = await fleetOf(services).retract(body, gzip);
    if (count > 0) await record('retract', body, gzip, origin, services);
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

/** Records a change of the facts of the fleet, as it was asked for. */
async function record(
  operation: 'assert' | 'retract',
  body: Buffer,
  gzip: boolean,
  origin: string | null,
  services: Services,
): Promise<void> {
  const { audit, configuration } = services;
  if (audit === null) return;
  const fleet = fleetOf(services);
  const request = readJson(readText(body, gzip, configuration.maxBodyBytes));
  const fields = { fleet: fleet.name, fleet_sequence: fleet.applied, operation: { [operation]: request } };
  await audit.record('facts', origin, fields);
}

function fleetOf({ serving }: Services): FleetService {
  if (serving.kind === 'mounted' && serving.fleet !== null) return serving.fleet;
  throw new ServiceError('fleet_not_served', 'the server is of no fleet');
}
