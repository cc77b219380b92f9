import { ServiceError } from '../../errors.ts';
import { allowsGraph } from '../../tokens/graph-patterns.ts';
import { check } from '../http/contract-check.ts';
import { readJson, readText } from '../evaluation/job-body.ts';
import { EnqueueRunRequest, EnqueueRunResponse } from '../contracts/enqueue-run.ts';
import { BODY_ERRORS, type Route } from './route.ts';

const ACCEPTED = 202;

export const enqueueRun: Route = {
  method: 'POST',
  url: '/v1/runs',
  path: '/v1/runs',
  summary: 'Enqueue a run of a graph',
  operationId: 'enqueueRun',
  access: 'run',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: EnqueueRunRequest,
  response: EnqueueRunResponse,
  parameters: [],
  success: ACCEPTED,
  errors: BODY_ERRORS,
  async handle({ body, gzip, caller, origin }, { configuration, runs }) {
    const text = readText(body, gzip, configuration.maxBodyBytes);
    const { graph_id: graphId, params, idempotency_key: key } = check(EnqueueRunRequest, readJson(text));
    if (!allowsGraph(caller, graphId))
      throw new ServiceError('graph_not_found', 'there is no such graph', 'graph_id');
    await runs.start();
    const request = { graphId, params: params ?? {}, idempotencyKey: key ?? null };
    const { runId, status, attempt } = await runs.accept(request, origin);
    return {
      status: ACCEPTED,
      body: JSON.stringify({ run_id: runId, status }),
      headers: { location: `/v1/runs/${encodeURIComponent(runId)}?attempt=${attempt}` },
    };
  },
};
