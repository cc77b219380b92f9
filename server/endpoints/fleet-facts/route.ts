import { answer } from '../../requests/answer.ts';
import { ServiceError } from '../../../library/errors.ts';
import { fleetText } from '../../../evidence/log/record-text.ts';
import { auditUnavailable } from '../../../evidence/log/worker-log.ts';
import type { FleetService, NoteChange } from '../../fleet/fleet-service.ts';
import type { Serves } from '../../evaluation/main/ports.ts';
import {
  FleetFactRequest,
  FleetFactResponse,
  FleetFilterRequest,
  FleetQueryResponse,
  FleetRetractResponse,
} from './contract.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

/** Knows the fleet that the service belongs to. */
interface KnowsFleet {
  readonly serving: Serves<{ readonly fleet: FleetService | null }>;
}

/** Records changes of facts. */
interface RecordsChanges {
  readonly audit: {
    readonly isFull: boolean;
    readonly hand: (records: readonly string[]) => Promise<void> | null;
  } | null;
}

interface FleetPort extends KnowsFleet, RecordsChanges {}

const COMMON = {
  access: 'fleet',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  parameters: [],
  errors: BODY_ERRORS,
} as const;

export const assertFleetFact: Route<FleetPort> = {
  ...COMMON,
  method: 'POST',
  url: '/v1/fleet/facts',
  path: '/v1/fleet/facts',
  summary: 'Assert a fact in all members of the fleet',
  operationId: 'assertFleetFact',
  request: FleetFactRequest,
  response: FleetFactResponse,
  async handle(call, services) {
    const created = await fleetOf(services).assertFact(call, recorder(call.origin, services));
    return answer(JSON.stringify({ success: true, created }));
  },
};

export const retractFleetFacts: Route<FleetPort> = {
  ...COMMON,
  method: 'DELETE',
  url: '/v1/fleet/facts',
  path: '/v1/fleet/facts',
  summary: 'Retract facts of the fleet by template and filter',
  operationId: 'retractFleetFacts',
  request: FleetFilterRequest,
  response: FleetRetractResponse,
  async handle(call, services) {
    const count = await fleetOf(services).retract(call, recorder(call.origin, services));
    return answer(JSON.stringify({ retracted_count: count }));
  },
};

export const queryFleetFacts: Route<KnowsFleet> = {
  ...COMMON,
  method: 'POST',
  url: '/v1/fleet/query',
  path: '/v1/fleet/query',
  summary: 'Query the facts of the fleet',
  operationId: 'queryFleetFacts',
  request: FleetFilterRequest,
  response: FleetQueryResponse,
  handle: (call, services) => fleetOf(services).query(call),
};

/** Records changes of the facts of the fleet. Throws ServiceError `audit_unavailable` before any is made if it can. */
function recorder(origin: string | null, services: FleetPort): NoteChange {
  const { audit } = services;
  if (audit === null) return () => Promise.resolve();
  if (audit.isFull) throw auditUnavailable();
  const clock = Date.now();
  const fleet = fleetOf(services).name;
  return async (changes) => {
    const records = changes.map(({ sequence, record: operation }) =>
      fleetText({ origin, fleet, sequence, clock, operation }),
    );
    await audit.hand(records);
  };
}

function fleetOf({ serving }: KnowsFleet): FleetService {
  if (serving.kind === 'mounted' && serving.fleet !== null) return serving.fleet;
  throw new ServiceError('fleet_not_served', 'the server does not belong to a fleet');
}
