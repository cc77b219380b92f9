import type * as z from 'zod';
import { ServiceError } from '../../../library/errors.ts';
import { allowsGraph } from '../../tokens/graph-patterns.ts';
import { parseJson } from '../../../library/json.ts';
import { EnqueueRunRequest, EnqueueRunResponse } from './contract.ts';
import type { AcceptedRun, RunRequest } from '../../runs/run-request.ts';
import { capBytes, type LimitsBodies } from '../../requests/body-cap.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

/** Takes runs for the queue. Rejected with ServiceError. */
export interface EnqueuesRuns {
  readonly runs: { readonly enqueue: (run: RunRequest, origin: string | null) => Promise<AcceptedRun> };
}

const ACCEPTED = 202;

export const enqueueRun: Route<RunsJobs & LimitsBodies & EnqueuesRuns> = {
  method: 'POST',
  url: '/v1/runs',
  path: '/v1/runs',
  summary: 'Enqueue a run of a graph',
  operationId: 'enqueueRun',
  access: 'run',
  envelope: 'plain',
  body: 'json',
  cap: 'call',
  request: EnqueueRunRequest,
  response: EnqueueRunResponse,
  parameters: [],
  success: ACCEPTED,
  errors: BODY_ERRORS,
  async handle({ body, gzip, caller, origin }, { configuration, pool, runs }) {
    const context = { gzip, maxBytes: capBytes('call', configuration) };
    const read = { caller, kind: 'read-run', body, context, session: null, origin: null } as const;
    const request = parseJson((await pool.submit(read)).body) as z.infer<typeof EnqueueRunRequest>;
    const { graph_id: graphId, params, idempotency_key: key } = request;
    if (!allowsGraph(caller, graphId)) throw new ServiceError('graph_not_found', 'no such graph', 'graph_id');
    const run = { graphId, params: params ?? {}, idempotencyKey: key ?? null, owner: caller.actor };
    const { runId, status, attempt } = await runs.enqueue(run, origin);
    return {
      status: ACCEPTED,
      body: JSON.stringify({ run_id: runId, status }),
      headers: { location: `/v1/runs/${encodeURIComponent(runId)}?attempt=${attempt}` },
    };
  },
};
