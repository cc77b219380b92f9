import { inOrder } from '../../../library/ordered-json.ts';
import { readJson } from '../../requests/job-body.ts';
import { evaluateData, resultOf, rulesetOf, writeData } from '../data/data-evaluation.ts';
import { readDataOptions } from '../data/data-options.ts';
import { readDataPath } from '../data/data-path.ts';
import { decided, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

const UNDEFINED = JSON.stringify({
  code: 'undefined_document',
  message: 'no ruleset is set for the default decision (SERVICE_DEFAULT_DECISION)',
});

/** `POST /`: the default decision on the raw body, and the bare result. */
export const defaultDecision: JobFunction = (job, state) => {
  const options = readDataOptions(job.context.query ?? '');
  const path = readDataPath(state.defaultDecision ?? '');
  const text = job.text();
  const value = text.trim() === '' ? null : readJson(text);
  const ruleset = rulesetOf(path, job, state);
  if (ruleset === null) return { status: 404, body: UNDEFINED, change: null, mark: null };
  const document = { value, ordered: () => inOrder(text, value), part: 'body', place: [] } as const;
  const evaluated = evaluateData(ruleset, document, options, state);
  return decided(evaluated, writeData(resultOf(evaluated.result, path), options.pretty));
};
