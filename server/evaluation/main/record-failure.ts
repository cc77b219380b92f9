import { makeDecisionId } from '../../../runtime/engine/decision-id.ts';
import type { Audit } from '../../../evidence/audit.ts';
import { sha256Hex } from '../../../library/node/sha256.ts';
import { ServiceError, type ErrorCode } from '../../../library/errors.ts';
import { DECIDING_KINDS } from '../protocol/job-kinds.ts';
import type { JobRequest } from './task.ts';

/** Errors that end an evaluation before its recording thread gets it, or together with the thread. */
const ENDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'evaluation_limit',
  'evaluation_timeout',
  'session_ruleset_mismatch',
  'store_unavailable',
]);

/** Records an evaluation without a worker's response, and throws its error, or ServiceError `audit_unavailable`. */
export async function recordFailure(
  audit: Audit | null,
  { kind, body, origin }: JobRequest,
  error: unknown,
): Promise<never> {
  if (audit !== null && error instanceof ServiceError && DECIDING_KINDS.has(kind) && ENDS.has(error.code)) {
    const clock = Date.now();
    await audit.record('error', origin, {
      decision_id: makeDecisionId(clock),
      clock,
      ...(body === null ? {} : { input_hash: `sha256:${sha256Hex(body)}` }),
      error: { code: error.code, detail: error.message },
    });
  }
  throw error;
}
