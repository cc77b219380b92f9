import { allowsGraph } from '../../tokens/graph-patterns.ts';
import { answer } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import type { RunFilter, RunPage } from '../../runs/run-table.ts';
import { writeRecord } from '../../runs/run-record.ts';
import type { Route } from '../route.ts';
import { ListRunsQuery, RunList } from '../run-contract.ts';

const DEFAULT_LIMIT = '20';

/** Lists runs. Rejected with ServiceError. */
export interface ListsRuns {
  readonly runs: { readonly list: (filter: RunFilter) => Promise<RunPage> };
}

export const listRuns: Route<ListsRuns> = {
  method: 'GET',
  url: '/v1/runs',
  path: '/v1/runs',
  summary: 'List runs, newest first',
  operationId: 'listRuns',
  access: 'run',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: RunList,
  parameters: [
    { name: 'graph_id', in: 'query', description: 'Only runs of this graph.' },
    { name: 'status', in: 'query', description: 'Only runs in this state.' },
    { name: 'limit', in: 'query', description: 'Runs per page: 1 to 100 (default: 20).' },
    { name: 'cursor', in: 'query', description: 'The `next_cursor` of the previous page.' },
  ],
  errors: [401, 422, 503],
  async handle({ query, caller }, { runs }) {
    const given = check(ListRunsQuery, Object.fromEntries(new URLSearchParams(query)), 'query');
    const { rows, hasMore } = await runs.list({
      reader: caller,
      graphId: given.graph_id ?? null,
      status: given.status ?? null,
      limit: Number(given.limit ?? DEFAULT_LIMIT),
      before: given.cursor === undefined ? null : Number(given.cursor),
    });
    // The database has regular expressions of its own: what it finds is checked by ours.
    const shown = rows.filter((row) => allowsGraph(caller, row.graph_id));
    const next = hasMore ? JSON.stringify(String(rows.at(-1)?.sequence)) : 'null';
    return answer(`{"runs":[${shown.map(writeRecord).join(',')}],"next_cursor":${next}}`);
  },
};
