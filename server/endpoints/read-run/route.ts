import { answer } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import type { RunReader } from '../../runs/seen-runs.ts';
import { writeRecord, type RunRow } from '../../runs/run-record.ts';
import type { Route } from '../route.ts';
import { ReadRunQuery, RunRecord } from '../run-contract.ts';

/** Reads the record of a run, the latest attempt for null. Rejected with ServiceError. */
export interface ReadsRuns {
  readonly runs: {
    readonly read: (reader: RunReader, runId: string, attempt: number | null) => Promise<RunRow>;
  };
}

export const readRun: Route<ReadsRuns> = {
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
    {
      name: 'run_id',
      in: 'path',
      description: 'The `run_id` of the run, as the request that enqueued it returned it.',
    },
    {
      name: 'attempt',
      in: 'query',
      description: 'One attempt of it (default: the latest that the token sees).',
    },
  ],
  errors: [401, 404, 422, 503],
  async handle({ parameters, query, caller }, { runs }) {
    const { attempt } = check(ReadRunQuery, Object.fromEntries(new URLSearchParams(query)), 'query');
    const runId = parameters['run_id'] ?? '';
    const row = await runs.read(caller, runId, attempt === undefined ? null : Number(attempt));
    return answer(writeRecord(row));
  },
};
