import { allowsGraph } from '../../tokens/graph-patterns.ts';
import { runNotFound } from '../../runs/runs.ts';
import { answer } from '../http/answer.ts';
import { check } from '../http/contract-check.ts';
import { writeRecord } from '../../runs/run-record.ts';
import type { Route } from './route.ts';
import { ReadRunQuery, RunRecord } from '../contracts/run.ts';

export const readRun: Route = {
  method: 'GET',
  url: '/v1/runs/:run_id',
  path: '/v1/runs/{run_id}',
  summary: 'Read the record of a run',
  operationId: 'readRun',
  access: 'run',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: RunRecord,
  parameters: [
    { name: 'run_id', in: 'path', description: 'The run: `poc-` and the name of its graph.' },
    { name: 'attempt', in: 'query', description: 'One attempt of it; the latest when left out.' },
  ],
  errors: [401, 404, 422, 503],
  async handle({ parameters, query, caller }, { runs }) {
    const { attempt } = check(ReadRunQuery, Object.fromEntries(new URLSearchParams(query)), 'query');
    const row = await runs.read(parameters['run_id'] ?? '', attempt === undefined ? null : Number(attempt));
    if (!allowsGraph(caller, row.graph_id)) throw runNotFound();
    return answer(writeRecord(row));
  },
};
