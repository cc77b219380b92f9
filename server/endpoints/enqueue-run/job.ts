import { ServiceError } from '../../../library/errors.ts';
import { writeJson } from '../../../library/json.ts';
import { countValues } from '../../../library/scan-json.ts';
import { EnqueueRunRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readJson } from '../../requests/job-body.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** The scheduler handles params on the HTTP thread: this many values take a few milliseconds. */
const MOST_VALUES = 5_000;

/** `POST /v1/runs`, first half: checks the request and writes it again, each of its members once. */
export const readRun: JobFunction = (input) => {
  const text = input.text();
  if (countValues(text) > MOST_VALUES)
    throw new ServiceError('payload_too_large', `a run has at most ${MOST_VALUES} JSON values`);
  return ok(writeJson(check(EnqueueRunRequest, readJson(text))));
};
