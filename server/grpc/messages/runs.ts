/** Runs of graphs. */
import { name, objectText, optionalField, orAbsent, text } from '../../requests/json-fields.ts';
import { elements, members } from '../../../library/json-slices.ts';
import { codec } from './codec.ts';

interface EnqueueMessage {
  readonly graph_id: string;
  readonly params_json?: string;
  readonly idempotency_key?: string;
}

export const enqueueRun = codec<EnqueueMessage>(
  'EnqueueRun',
  ({ graph_id: graph, params_json: params, idempotency_key: key }) => ({
    body: objectText({
      graph_id: name(graph),
      params: optionalField(params, 'params_json'),
      idempotency_key: text(key),
    }),
  }),
  ({ body }) => JSON.parse(body) as object,
);

function runOf(record: string): object {
  const found = members(record);
  const valueOf = (key: string): unknown => JSON.parse(found.get(key) ?? 'null') as unknown;
  const [run_id, graph_id, status, attempt] = ['run_id', 'graph_id', 'status', 'attempt'].map(valueOf);
  return { run_id, graph_id, status, attempt, record_json: record };
}

export const getRun = codec<{ readonly run_id: string; readonly attempt?: number }>(
  'GetRun',
  ({ run_id, attempt }) => ({ parameters: { run_id }, query: { attempt } }),
  ({ body }) => ({ run: runOf(body) }),
);

interface ListMessage {
  readonly graph_id?: string;
  readonly status?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export const listRuns = codec<ListMessage>(
  'ListRuns',
  ({ graph_id, status, limit, cursor }) => ({ query: { graph_id, status, limit, cursor } }),
  ({ body }) => {
    const found = members(body);
    const cursor = JSON.parse(found.get('next_cursor') ?? 'null') as string | null;
    return { runs: [...elements(found.get('runs') ?? '[]')].map(runOf), next_cursor: orAbsent(cursor) };
  },
);
