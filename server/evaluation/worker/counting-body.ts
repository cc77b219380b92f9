/** The body by which a worker reports a step of a decision that counts. */
import type { Evaluation } from '../../../evidence/evaluation.ts';
import type { Evaluated } from '../../../evidence/worker-evidence.ts';
import { requestedOn } from '../../../library/budgets/requested.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { countedUse, type CountedUse } from '../../../store/budgets/counted-use.ts';

interface Counting {
  readonly evaluation: Evaluation;
  readonly compiled: CompiledRuleset;
  /** Name of the ruleset: its real path below the root. */
  readonly name: string;
  /** Name of the caller's token. */
  readonly token: string;
}

/** The line in front of the EvaluateResponse. */
export interface CountingLine {
  readonly decision: string | null;
  readonly ruleset: string;
  readonly uses: readonly CountedUse[];
  /** Members of the record of the evaluation; null: nothing is recorded. */
  readonly record: string | null;
}

/**
 * A CountingLine, a line feed, and the response as it was written: it holds every digit.
 *
 * @param response JSON text of the EvaluateResponse
 */
export function countingBody(response: string, { result, deferred = null }: Evaluated, of: Counting): string {
  const { uses: found = [] } = result;
  const { evaluation, compiled, token } = of;
  const { engine, document, held, hostFacts = [] } = evaluation;
  const from = { budgets: compiled.budgets ?? [], uses: found, document, hostFacts, token };
  const uses = found.length === 0 ? [] : requestedOn(engine, from).map(countedUse);
  if (held?.kind !== 'session' && uses.some(({ window }) => window.kind === 'session'))
    throw new ServiceError('validation_error', 'a budget of a session needs `session_id`', 'session_id');
  const line: CountingLine = { decision: result.decision, ruleset: of.name, uses, record: deferred };
  return `${JSON.stringify(line)}\n${response}`;
}
