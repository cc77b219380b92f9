/** A call of an observing gate: decided on the sums of now, and nothing is counted. */
import { onSums, type OnSums } from '../../../store/budgets/count.ts';
import { exceededOf, hiddenReason } from '../../../store/budgets/decision-text.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { DecisionPort } from '../counting/ports.ts';
import { previewedSums, recordPreview } from '../counting/preview.ts';
import { uncounted, verdictOf, type CallStep, type CountedVerdict } from './count-call.ts';

/** Rejected with ServiceError. Without the role `budgets` no figure is shown. */
export async function previewCall(
  first: CallStep,
  caller: Caller,
  evaluate: (on: OnSums) => Promise<CallStep>,
  services: DecisionPort,
): Promise<CountedVerdict> {
  const { step, decided } = await previewedSums(first, first.asked.counted, caller, evaluate, services);
  const last = await onSums(step, decided, evaluate);
  await recordPreview(last, decided, services);
  const { response } = last.decided;
  const hides = !caller.roles.has('budgets') && response.reason !== step.decided.response.reason;
  const reason = hides ? hiddenReason(exceededOf(decided.sums)) : response.reason;
  // A preview proves nothing.
  const shown = {
    ...last,
    decided: { ...last.decided, response: { ...response, reason, attestation_token: null } },
  };
  return verdictOf(shown, { ...uncounted(last), sums: decided.sums }, false);
}
