/** The sums of budgets in an explanation. */
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { Counts } from '../counting/kept-ledger.ts';
import { previewedSums } from '../counting/preview.ts';
import { sumFacts } from '../../../store/budgets/sum-facts.ts';
import { withoutSums, type OnSums } from '../../../store/budgets/count.ts';
import { evaluateStep, type AskedStep, type SentRequest } from '../counting/step.ts';
import { explainedSumText } from '../../../store/budgets/decision-text.ts';

/** The sums that the decision of a request would be made on: as facts of the host, and as JSON texts. */
export async function explainedSums(
  sent: SentRequest,
  services: RunsJobs & KnowsMounted & Counts,
): Promise<{ readonly facts: readonly FactInput[]; readonly shown: readonly string[] }> {
  const evaluate = (on: OnSums): Promise<AskedStep> => evaluateStep(sent, on, services, 'explain');
  const first = await evaluate(withoutSums(services.ledger));
  const { step, decided } = await previewedSums(first, first.asked, sent.caller, evaluate, services);
  const { sums } = decided;
  return {
    facts: sumFacts(step, sums),
    shown: sums.map(explainedSumText),
  };
}

/** An explanation with the sums. */
export const withSums = (explanation: string, shown: readonly string[]): string =>
  `${explanation.slice(0, -1)},"budgets":[${shown.join(',')}]}`;
