import { check } from '../../contract-check.ts';
import { DataInput, DataRequest } from '../../routes/data.contract.ts';
import type { JsonObject } from '../../json-object.ts';
import { readJson } from '../job-body.ts';
import { evaluateData, extras, resultOf, rulesetOf, writeData } from './data-evaluation.ts';
import { readDataOptions, type DataOptions } from './data-options.ts';
import { readDataPath } from './data-path.ts';
import { ok, type JobFunction, type JobInput } from './job.ts';

const NO_INPUT = {
  warning: { code: 'api_usage_warning', message: "'input' key missing from the request" },
} as const;

/** `POST /v1/data/{path}` and `GET /v1/data/{path}` */
export const data: JobFunction = (job, state) => {
  const handling = performance.now();
  const path = readDataPath(job.context.path ?? '');
  const options = readDataOptions(job.context.query ?? '');
  const input = job.context.bodyless === true ? inputOfQuery(options) : inputOfBody(job);
  const parsed = performance.now();
  const ruleset = rulesetOf(path, job, state);
  const result = ruleset === null ? null : evaluateData(ruleset, input, options);
  const answer = {
    ...(result === null ? {} : { result: resultOf(result, path) }),
    ...(input === null && job.context.bodyless !== true ? NO_INPUT : {}),
    ...extras(options, ruleset, result, { handling, parsed }, state.version),
  };
  return ok(writeData(answer, options.pretty));
};

function inputOfQuery({ input }: DataOptions): JsonObject | null {
  return input === null ? null : (check(DataInput, readJson(input), 'query', ['input']) ?? null);
}

/** A body that is empty, or has no input, or null for it: no input. */
function inputOfBody(job: JobInput): JsonObject | null {
  const text = job.text();
  if (text.trim() === '') return null;
  return check(DataRequest, readJson(text)).input ?? null;
}
