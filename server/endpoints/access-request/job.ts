import { namedApproval, wantedAccess } from '../authzen/access-parts.ts';
import { ServiceError } from '../../../library/errors.ts';
import { writeJson } from '../../../library/json.ts';
import { AccessRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/**
 * Reads what an approval of AuthZEN binds, without deciding: WantedAccess of an access request (`path` is `requests`),
 * else NamedApproval or null.
 */
export const readAccess: JobFunction = (job) => {
  if (job.context.path === 'requests')
    return ok(writeJson(wantedAccess(check(AccessRequest, readStrictJson(job.text())))));
  try {
    return ok(writeJson(namedApproval(readStrictJson(job.text()))));
  } catch (error) {
    // The evaluation refuses it, and is recorded.
    if (error instanceof ServiceError) return ok('null');
    throw error;
  }
};
