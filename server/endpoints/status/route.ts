import type { KnowsKeys } from '../../../evidence/keys.ts';
import { answer } from '../../requests/answer.ts';
import { VERSION } from '../../../library/version.ts';
import type { Mounted } from '../../evaluation/main/mounted-engine.ts';
import type { Serves } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';
import { StatusResponse } from './contract.ts';

interface MountedAndShared {
  readonly engine: { readonly current: Mounted };
  readonly fleet: { readonly name: string; readonly applied: number } | null;
  readonly replica: { readonly version: number; readonly problem: string | null } | null;
}

/** Parts of the service that the status shows. */
export interface StatusPort extends KnowsKeys {
  readonly serving: Serves<MountedAndShared>;
  readonly configuration: { readonly evidence: { readonly isUnsigned: boolean } };
}

const NOTHING_MOUNTED = { engine: null, fleet: null, replica: null };

const NO_TOKENS = 'rules request attestation tokens, but attestation is off';
const UNSIGNED = 'the decision log has no key: no checkpoint is signed';

export const status: Route<StatusPort> = {
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
  handle(_call, { serving, keys, configuration }) {
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
        ...(current?.details.attests === true && keys.settings.token === null
          ? { attestation_problem: NO_TOKENS }
          : {}),
        ...(configuration.evidence.isUnsigned ? { audit_problem: UNSIGNED } : {}),
        ...(fleet === null ? {} : { fleet: fleet.name, fleet_sequence: String(fleet.applied) }),
        ...(replica === null
          ? {}
          : { replica_version: String(replica.version), replica_problem: replica.problem }),
      }),
    );
  },
};
