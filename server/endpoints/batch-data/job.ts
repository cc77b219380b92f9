import { FerruleError } from '../../../runtime/engine/errors.ts';
import { dataError } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import { ServiceError } from '../../../library/errors.ts';
import { writeJson } from '../../../library/json.ts';
import { BatchDataRequest } from './contract.ts';
import { inOrder } from '../../../library/ordered-json.ts';
import { readJson } from '../../requests/job-body.ts';
import { refusalOf } from '../../../library/refusal.ts';
import { evaluateData, resultOf, rulesetOf, writeData } from '../data/data-evaluation.ts';
import { readDataOptions } from '../data/data-options.ts';
import { readDataPath } from '../data/data-path.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** Statuses of entries are texts; a client takes an entry that failed only with this one. */
const ENTRY_DONE = '200';
const ENTRY_FAILED = '500';
const MULTI_STATUS = 207;

/** `POST /v1/batch/data/{path}`: every input on its own. */
export const batchData: JobFunction = (job, state) => {
  const path = readDataPath(job.context.path ?? '');
  const options = readDataOptions(job.context.query ?? '');
  const text = job.text();
  const request = check(BatchDataRequest, readJson(text));
  const { inputs } = request;
  let ordered: typeof request | null = null;
  const ruleset = rulesetOf(path, job, state);
  const entries: [string, object][] = [];
  let failed = 0;
  for (const [key, value] of Object.entries(inputs)) {
    try {
      const document = {
        value: value ?? null,
        ordered: () => (ordered ??= inOrder(text, request)).inputs[key],
        part: 'body',
        place: ['inputs', key],
      } as const;
      const result = ruleset === null ? null : evaluateData(ruleset, document, options, state).result;
      const id = path.word === null ? { decision_id: result?.decisionId } : {};
      entries.push([key, result === null ? {} : { result: resultOf(result, path), ...id }]);
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof FerruleError)) throw error;
      failed++;
      const refusal = refusalOf(error);
      state.evidence.failed({ code: refusal.code, detail: refusal.message }, entryBytes(value));
      entries.push([key, { code: dataError(refusal).code, message: refusal.message }]);
    }
  }
  const responses = failed === 0 ? entries : entries.map(([key, entry]) => [key, withStatus(entry)] as const);
  const body = writeData({ responses: Object.fromEntries(responses) }, options.pretty);
  return { ...ok(body), status: failed === 0 ? 200 : MULTI_STATUS };
};

function entryBytes(value: unknown): Uint8Array {
  return Buffer.from(writeJson(value));
}

function withStatus(entry: object): object {
  return { http_status_code: 'code' in entry ? ENTRY_FAILED : ENTRY_DONE, ...entry };
}
