import { parseJson, writeJson } from '../library/json.ts';
import { runIdOf, type RunStatus } from './run-request.ts';

/** A run as the database holds it. JSON columns are texts. */
export interface RunRow {
  readonly graph_id: string;
  readonly attempt: number;
  readonly sequence: number;
  readonly status: RunStatus;
  readonly params: string;
  readonly idempotency_key: string | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** The record of a run as the API shows it: the JSON value. */
export function runRecord(row: RunRow): object {
  return {
    run_id: runIdOf(row.graph_id),
    graph_id: row.graph_id,
    status: row.status,
    params: parseJson(row.params),
    idempotency_key: row.idempotency_key,
    result: row.result === null ? null : parseJson(row.result),
    error: row.error === null ? null : parseJson(row.error),
    attempt: row.attempt,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function writeRecord(row: RunRow): string {
  return writeJson(runRecord(row));
}
