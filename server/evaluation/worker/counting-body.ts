/** The body by which a worker reports a step of a decision that counts. */
import type { Evaluation } from '../../../evidence/evaluation.ts';
import type { Evaluated } from '../../../evidence/worker-evidence.ts';
import { requestedOf, type Requested } from '../../../library/budgets/requested.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { AskedUse } from '../../../store/budgets/ledger.ts';

interface Counting {
  readonly evaluation: Evaluation;
  readonly compiled: CompiledRuleset;
  /** Name of the ruleset: its real path below the root. */
  readonly name: string;
  /** Name of the caller's token. */
  readonly token: string;
}

/** A use as the ledger takes it; `missing`: the part of it that is unknown. */
export type CountedUse = AskedUse & { readonly missing: string | null };

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
  const uses = found.length === 0 ? [] : requested(found, of).map(askedUse);
  const { held } = of.evaluation;
  if (held?.kind !== 'session' && uses.some(({ window }) => window.kind === 'session'))
    throw new ServiceError('validation_error', 'a budget of a session needs `session_id`', 'session_id');
  const line: CountingLine = { decision: result.decision, ruleset: of.name, uses, record: deferred };
  return `${JSON.stringify(line)}\n${response}`;
}

function requested(
  uses: NonNullable<Evaluated['result']['uses']>,
  { evaluation, compiled, token }: Counting,
): readonly Requested[] {
  const { budgets = [] } = compiled;
  const { engine, document, hostFacts = [] } = evaluation;
  const limits = new Set(budgets.flatMap(({ limit }) => (limit.kind === 'fact' ? [limit.template] : [])));
  const held: readonly FactInput[] = [...limits].flatMap((template) =>
    engine.query(template).map((data) => ({ template, data })),
  );
  return requestedOf({ budgets, uses, document, hostFacts: [...hostFacts, ...held], token });
}

function askedUse({ budget, key, state, amount, overflows, limit }: Requested): CountedUse {
  const { name, per, window, reserve, shape } = budget;
  return {
    budget: name,
    key: JSON.stringify(key),
    secret: per.flatMap((each) => (each.sensitive ? [each.name] : [])),
    amount: String(amount),
    overflows,
    limit: String(limit),
    isLimitOfFact: budget.limit.kind === 'fact',
    isKnown: state === 'known',
    missing: state === 'known' ? null : state,
    window,
    reserve,
    shape,
    isApproved: false,
  };
}
