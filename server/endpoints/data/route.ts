import { DataRequest, DataResponse } from './contract.ts';
import { DATA_PARAMETERS, INPUT_PARAMETER } from './data-parameters.ts';
import type { RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

export const postData: Route<RunsJobs> = {
  method: 'POST',
  url: '/v1/data',
  path: '/v1/data/{path}',
  summary: 'Data API evaluation',
  operationId: 'postData',
  access: 'evaluate',
  envelope: 'data',
  body: 'any',
  cap: 'body',
  request: DataRequest,
  response: DataResponse,
  parameters: DATA_PARAMETERS,
  errors: [400, 401, 409, 413, 415, 422, 500, 503],
  handle({ caller, origin, body, gzip, dataPath: path, query }, { pool }) {
    return pool.submit({ caller, origin, kind: 'data', body, context: { path, query, gzip }, session: null });
  },
};

export const getData: Route<RunsJobs> = {
  ...postData,
  method: 'GET',
  summary: 'Data API evaluation with the input as a query parameter',
  operationId: 'getData',
  body: 'none',
  request: null,
  parameters: [...DATA_PARAMETERS, INPUT_PARAMETER],
  errors: [400, 401, 409, 422, 500, 503],
  handle({ caller, origin, dataPath: path, query }, { pool }) {
    return pool.submit({
      caller,
      origin,
      kind: 'data',
      body: null,
      context: { path, query, bodyless: true },
      session: null,
    });
  },
};
