/** Runs of graphs. */
import { parseJson, writeJson } from '../../library/json.ts';
import { enqueueRun as enqueueRoute } from '../../service/routes/enqueue-run.ts';
import { listRuns as listRoute } from '../../service/routes/list-runs.ts';
import { readRun } from '../../service/routes/read-run.ts';
import { objectText, optionalField, orAbsent, text } from '../json-fields.ts';
import { unary } from '../method.ts';

interface EnqueueMessage {
  readonly graph_id: string;
  readonly params_json?: string;
  readonly idempotency_key?: string;
}

export const enqueueRun = unary<EnqueueMessage>(
  'EnqueueRun',
  enqueueRoute,
  ({ graph_id: graph, params_json: params, idempotency_key: key }) => ({
    body: objectText({
      graph_id: JSON.stringify(graph),
      params: optionalField(params, 'params_json'),
      idempotency_key: text(key),
    }),
  }),
  ({ body }) => JSON.parse(body) as object,
);

interface RunRow {
  readonly run_id: string;
  readonly graph_id: string;
  readonly status: string;
  readonly attempt: number;
}

function runOf(row: RunRow): object {
  const { run_id, graph_id, status, attempt } = row;
  return { run_id, graph_id, status, attempt, record_json: writeJson(row) };
}

export const getRun = unary<{ readonly run_id: string; readonly attempt?: number }>(
  'GetRun',
  readRun,
  ({ run_id, attempt }) => ({ parameters: { run_id }, query: { attempt } }),
  ({ body }) => ({ run: runOf(parseJson(body) as RunRow) }),
);

interface ListMessage {
  readonly graph_id?: string;
  readonly status?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export const listRuns = unary<ListMessage>(
  'ListRuns',
  listRoute,
  ({ graph_id, status, limit, cursor }) => ({ query: { graph_id, status, limit, cursor } }),
  ({ body }) => {
    const list = parseJson(body) as { readonly runs: readonly RunRow[]; readonly next_cursor: string | null };
    return { runs: list.runs.map(runOf), next_cursor: orAbsent(list.next_cursor) };
  },
);
