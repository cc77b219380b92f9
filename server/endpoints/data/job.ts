import { check } from '../../requests/contract-check.ts';
import { DataRequest } from './contract.ts';
import { inOrder } from '../../../library/ordered-json.ts';
import { readJson } from '../../requests/job-body.ts';
import {
  evaluateData,
  extras,
  resultOf,
  rulesetOf,
  writeData,
  type DataDocument,
} from './data-evaluation.ts';
import { readDataOptions, type DataOptions } from './data-options.ts';
import { readDataPath } from './data-path.ts';
import { decided, ok, type JobFunction, type JobInput } from '../../evaluation/worker/jobs/job.ts';

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
  const evaluated = ruleset === null ? null : evaluateData(ruleset, input, options, state);
  const result = evaluated?.result ?? null;
  const answer = {
    ...(result === null ? {} : { result: resultOf(result, path) }),
    // The response to a path of allow or deny has that one key.
    ...(result === null || path.word !== null ? {} : { decision_id: result.decisionId }),
    ...(input.value === null && job.context.bodyless !== true ? NO_INPUT : {}),
    ...extras(options, ruleset, result, { handling, parsed }, state),
  };
  const body = writeData(answer, options.pretty);
  return evaluated === null ? ok(body) : decided(evaluated, body);
};

function inputOfQuery({ input: text }: DataOptions): DataDocument {
  const value = text === null ? null : readJson(text);
  return { value, ordered: () => inOrder(text ?? '', value), part: 'query', place: ['input'] };
}

/** A body that is empty, or has no input, or null for it: no input. */
function inputOfBody(job: JobInput): DataDocument {
  const text = job.text();
  const body = text.trim() === '' ? {} : check(DataRequest, readJson(text));
  const ordered = (): unknown => inOrder(text, body).input;
  return { value: body.input ?? null, ordered, part: 'body', place: ['input'] };
}
