import { BatchDataRequest, BatchDataResponse } from './contract.ts';
import { postData } from '../data/route.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

export const batchData: Route<RunsJobs> = {
  ...postData,
  url: '/v1/batch/data',
  path: '/v1/batch/data/{path}',
  summary: 'Data API evaluation of several inputs; 207 when some of them fail',
  operationId: 'batchData',
  request: BatchDataRequest,
  response: BatchDataResponse,
  handle({ caller, origin, body, gzip, dataPath: path, query }, { pool }) {
    return pool.submit({
      caller,
      origin,
      kind: 'batch-data',
      body,
      context: { path, query, gzip },
      session: null,
    });
  },
};
