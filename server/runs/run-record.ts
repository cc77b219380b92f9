import { parseJson } from '../../library/json.ts';
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
function runRecord(row: RunRow): object {
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

/** The record as JSON text. What the database holds as JSON goes into it as it is, because it can be large. */
export function writeRecord({ params, result, error, ...row }: RunRow): string {
  const record = runRecord({ ...row, params: '{}', result: null, error: null });
  const texts: Readonly<Record<string, string>> = {
    params,
    result: result ?? 'null',
    error: error ?? 'null',
  };
  const members = Object.entries(record).map(
    ([key, value]) => `"${key}":${texts[key] ?? JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}
