import { check } from '../../contract-check.ts';
import { DataInput } from '../../routes/data.contract.ts';
import { readJson } from '../job-body.ts';
import { evaluateData, resultOf, rulesetOf, writeData } from './data-evaluation.ts';
import { readDataOptions } from './data-options.ts';
import { readDataPath } from './data-path.ts';
import { ok, type JobFunction } from './job.ts';

const UNDEFINED = JSON.stringify({
  code: 'undefined_document',
  message: 'no ruleset answers the default decision (SERVICE_DEFAULT_DECISION)',
});

/** `POST /`: the default decision on the raw body, and the bare result. */
export const defaultDecision: JobFunction = (job, state) => {
  const options = readDataOptions(job.context.query ?? '');
  const path = readDataPath(state.defaultDecision ?? '');
  const text = job.text();
  const input = text.trim() === '' ? null : (check(DataInput, readJson(text)) ?? null);
  const ruleset = rulesetOf(path, job, state);
  if (ruleset === null) return { status: 404, body: UNDEFINED, change: null };
  return ok(writeData(resultOf(evaluateData(ruleset, input, options), path), options.pretty));
};
