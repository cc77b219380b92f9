import { createHash } from 'node:crypto';
import { GRAPH_ID } from '../graphs/graph.ts';
import { writeJson } from '../library/json.ts';

/** A run to be queued, as both entry points hand it over. */
export interface RunRequest {
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
export const RUN_PREFIX = 'poc-';

export function runIdOf(graphId: string): string {
  return RUN_PREFIX + graphId;
}

/** The graph of a run; null for a text that identifies no run. */
export function graphOfRun(runId: string): string | null {
  const graphId = runId.slice(RUN_PREFIX.length);
  return runId.startsWith(RUN_PREFIX) && GRAPH_ID.test(graphId) ? graphId : null;
}

/** Tells params apart by their values: the order of keys does not count. */
export function digestParams(params: RunRequest['params']): string {
  return createHash('sha256')
    .update(writeJson(sorted(params)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
