import { checkSentAmounts } from '../../library/budgets/amount.ts';
import { requestedOn } from '../../library/budgets/requested.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { DecideStep } from '../../library/suite/suite.ts';
import { countedUse, type CountedUse } from '../../store/budgets/counted-use.ts';
import { sumFacts } from '../../store/budgets/sum-facts.ts';
import type { Answer } from '../compare/compare-answer.ts';
import { answer } from './answer.ts';
import type { CaseLedger, Counted } from './case-ledger.ts';
import type { TestRuleset } from './test-ruleset.ts';

interface Decided {
  readonly answer: Answer;
  readonly counted: Counted;
  /** The sums that it was decided on; none if it counted. */
  readonly sumFacts: readonly WrittenSum[];
}

type WrittenSum = { readonly template: string; readonly data: Record<string, unknown> };

const NOTHING: Counted = { counted: false, sums: [] };

/** Decides as the service does: without sums, then on the sums if it does not count. */
export async function decideStep(
  ruleset: TestRuleset,
  ledger: CaseLedger,
  { facts, input, expect, as, token, session }: DecideStep,
): Promise<Decided> {
  const { engine, clock } = ruleset;
  const { budgets = [] } = engine.ruleset;
  let uses: readonly CountedUse[] = [];
  const decide = (sums: readonly FactInput[]): Answer =>
    answer(ruleset, facts, input, expect, {
      sums,
      check: (given) => checkSentAmounts(budgets, [...given.hostFacts, ...given.facts]),
      take(result, { hostFacts }) {
        const from = { budgets, uses: result.uses ?? [], document: input, hostFacts, token };
        uses = requestedOn(engine, from).map(countedUse);
      },
    });
  const first = decide([]);
  if ('error' in first) return { answer: first, counted: NOTHING, sumFacts: [] };
  const isAllowed = first.decision === 'allow';
  const counted = await ledger.decide({ as, token, session, uses, isAllowed, now: clock.now });
  if (counted.counted || uses.length === 0) return { answer: first, counted, sumFacts: [] };
  const sums = sumFacts({ decision: first.decision, uses }, counted.sums) as readonly WrittenSum[];
  return { answer: decide(sums), counted, sumFacts: sums };
}
