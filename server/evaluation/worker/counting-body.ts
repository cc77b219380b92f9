/** The body by which a worker reports a step of a decision that counts. */
import type { Evaluation } from '../../../evidence/evaluation.ts';
import type { Evaluated } from '../../../evidence/worker-evidence.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import type { CountedUse } from '../../../store/budgets/counted-use.ts';
import { countedUses } from '../../../store/budgets/counted-uses.ts';

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
  const { engine, document, hostFacts = [], held } = of.evaluation;
  const uses = countedUses(result.uses ?? [], {
    budgets: of.compiled.budgets ?? [],
    document,
    hostFacts,
    held: (template) => engine.query(template),
    token: of.token,
    isInSession: held?.kind === 'session',
  });
  const line: CountingLine = { decision: result.decision, ruleset: of.name, uses, record: deferred };
  return `${JSON.stringify(line)}\n${response}`;
}
