import { answer } from '../http/answer.ts';
import { VERSION } from '../../version.ts';
import type { Route } from './route.ts';
import { StatusResponse } from '../contracts/status.ts';

const NOTHING_MOUNTED = { engine: null, fleet: null, replica: null };

export const status: Route = {
  method: 'GET',
  url: '/v1/status',
  path: '/v1/status',
  summary: 'Hash of the mounted ruleset, version, time of the last load',
  operationId: 'status',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: StatusResponse,
  parameters: [],
  errors: [],
  handle(_call, { serving }) {
    const { engine, fleet, replica } = serving.kind === 'mounted' ? serving : NOTHING_MOUNTED;
    const current = engine?.current ?? null;
    return answer(
      JSON.stringify({
        ruleset_hash: current?.ruleset.hash ?? null,
        version: VERSION,
        time_zones: process.versions.tz,
        loaded_at: current?.loadedAt.toISOString() ?? null,
        ...(current === null ? {} : { warnings: String(current.details.warnings.length) }),
        ...(current === null ? {} : { ruleset_origin: current.origin }),
        ...(fleet === null ? {} : { fleet: fleet.name, fleet_sequence: String(fleet.applied) }),
        ...(replica === null
          ? {}
          : { replica_version: String(replica.version), replica_problem: replica.problem }),
      }),
    );
  },
};
