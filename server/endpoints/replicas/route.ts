import type { SeenReplica } from '../../../store/replicas.ts';
import { answer } from '../../requests/answer.ts';
import type { Route } from '../route.ts';
import { ReplicasResponse } from './contract.ts';

interface KnowsReplicas {
  readonly replicas: { readonly list: () => Promise<readonly SeenReplica[]> };
}

export const replicas: Route<KnowsReplicas> = {
  method: 'GET',
  url: '/v1/replicas',
  path: '/v1/replicas',
  summary: 'List the servers on the database',
  operationId: 'listReplicas',
  access: 'metrics',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: ReplicasResponse,
  parameters: [],
  errors: [401, 503],
  async handle(_call, services) {
    const found = await services.replicas.list();
    return answer(JSON.stringify({ replicas: found.map(bodyOf) }));
  },
};

function bodyOf(replica: SeenReplica): object {
  const { id, version, ruleset, hash, startedAt, seenAt, sessions, workers, draining } = replica;
  const times = { started_at: startedAt.toISOString(), seen_at: seenAt.toISOString() };
  return { id, version, ruleset, hash, ...times, sessions, workers, draining };
}
