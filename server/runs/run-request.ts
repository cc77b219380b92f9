import { requestDigest } from '../../library/node/request-digest.ts';
import { GRAPH_ID } from '../../library/graphs/graph.ts';
import { API_ACTOR } from '../tokens/caller.ts';

/** A run to be queued, as both entry points hand it over. */
export interface RunRequest {
  /** Name of the requesting token (default: the tokens of the environment). */
  readonly owner?: string;
  readonly graphId: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
}

/** A run that is in the database. */
export interface AcceptedRun {
  readonly runId: string;
  readonly status: RunStatus;
  readonly attempt: number;
}

export type RunStatus = 'pending' | 'running' | 'succeeded' | 'failed';

export const RUN_STATUSES = ['pending', 'running', 'succeeded', 'failed'] as const satisfies RunStatus[];

/** Every run's identifier begins with it. */
const RUN_PREFIX = 'poc-';

/** Name of the token that a run belongs to. */
export function ownerOf({ owner = API_ACTOR }: RunRequest): string {
  return owner;
}

export function runIdOf(graphId: string): string {
  return RUN_PREFIX + graphId;
}

/** The graph of a run; null for a text that identifies no run. */
export function graphOfRun(runId: string): string | null {
  const graphId = runId.slice(RUN_PREFIX.length);
  return runId.startsWith(RUN_PREFIX) && GRAPH_ID.test(graphId) ? graphId : null;
}

/** Identity of params by value: the order of keys does not count. Throws ServiceError for text that is not Unicode. */
export const digestParams = (params: RunRequest['params']): string => requestDigest(params, 'params');
