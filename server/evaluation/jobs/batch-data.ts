import { FerruleError } from '../../../runtime/errors.ts';
import { dataError } from '../../answer.ts';
import { check } from '../../contract-check.ts';
import { ServiceError } from '../../errors.ts';
import { BatchDataRequest } from '../../routes/batch-data.contract.ts';
import { DataInput } from '../../routes/data.contract.ts';
import { readJson } from '../job-body.ts';
import { refusalOf } from '../refusal.ts';
import { evaluateData, resultOf, rulesetOf, writeData } from './data-evaluation.ts';
import { readDataOptions } from './data-options.ts';
import { readDataPath } from './data-path.ts';
import type { JobFunction } from './job.ts';

/** Statuses of entries are texts; a client takes an entry that failed only with this one. */
const ENTRY_DONE = '200';
const ENTRY_FAILED = '500';
const MULTI_STATUS = 207;

/** `POST /v1/batch/data/{path}`: every input on its own. */
export const batchData: JobFunction = (job, state) => {
  const path = readDataPath(job.context.path ?? '');
  const options = readDataOptions(job.context.query ?? '');
  const { inputs } = check(BatchDataRequest, readJson(job.text()));
  const ruleset = rulesetOf(path, job, state);
  const entries: [string, object][] = [];
  let failed = 0;
  for (const [key, value] of Object.entries(inputs)) {
    try {
      const input = check(DataInput, value, 'body', ['inputs', key]) ?? null;
      const result = ruleset === null ? null : resultOf(evaluateData(ruleset, input, options), path);
      entries.push([key, result === null ? {} : { result }]);
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof FerruleError)) throw error;
      failed++;
      const refusal = refusalOf(error);
      entries.push([key, { code: dataError(refusal).code, message: refusal.message }]);
    }
  }
  const responses = failed === 0 ? entries : entries.map(([key, entry]) => [key, withStatus(entry)] as const);
  const body = writeData({ responses: Object.fromEntries(responses) }, options.pretty);
  return { status: failed === 0 ? 200 : MULTI_STATUS, body, change: null };
};

function withStatus(entry: object): object {
  return { http_status_code: 'code' in entry ? ENTRY_FAILED : ENTRY_DONE, ...entry };
}
