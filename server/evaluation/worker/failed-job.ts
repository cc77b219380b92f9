import { ServiceError } from '../../../library/errors.ts';
import { knownRefusal } from '../../../library/refusal.ts';
import type { JobOutcome } from '../protocol/protocol.ts';
import { Detour } from './detour.ts';

/** The outcome of a job that threw this error: a detour, or a refusal. */
export function outcomeOf(error: unknown): JobOutcome {
  if (error instanceof Detour) {
    const { to } = error;
    if ('ruleset' in to) return { kind: 'needs', ruleset: to.ruleset };
    return 'session' in to ? { kind: 'redirect', session: to.session } : { kind: 'lost' };
  }
  const refusal = knownRefusal(error);
  const {
    code,
    message: detail,
    field,
    issues,
  } = refusal ?? new ServiceError('internal_error', 'the request could not be handled');
  const log =
    refusal !== null ? null : error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'refused', refusal: { code, detail, field, issues }, log };
}
