/** The decision that would count now: sums are read, and nothing is counted. */
import { ServiceError } from '../../../library/errors.ts';
import { recordedSums } from '../../../store/budgets/log-lines.ts';
import type { Answer } from '../../requests/answer.ts';
import type { Caller } from '../../tokens/caller.ts';
import { ledgerOf, type Counts } from './kept-ledger.ts';
import { askedOf, counted, onSums, type Counted } from '../../../store/budgets/count.ts';
import { checkShown, type DecisionPort } from './ports.ts';
import { evaluateStep, type AskedStep, type SentRequest } from './step.ts';
import { previewText } from '../../../store/budgets/decision-text.ts';

/** Rejected with ServiceError. Without the role `budgets` no figure is shown. */
export async function previewDecision(sent: SentRequest, services: DecisionPort): Promise<Answer> {
  const { caller } = sent;
  const first = await evaluateStep(sent, [], services, 'evaluate');
  const { asked, uses } = first;
  checkShown(asked, caller);
  const seesFigures = caller.roles.has('budgets');
  // Firings and facts hold the sums that the rules saw.
  if (uses.length > 0 && asked.includesMore && !seesFigures)
    throw new ServiceError('forbidden', "`include` in a preview needs a token with the role 'budgets'");
  const decided = await previewedSums(first, caller, services);
  const last = await onSums(first, decided, (sums) => evaluateStep(sent, sums, services, 'evaluate'));
  if (last.record !== null) {
    const members = { preview: true, budgets: recordedSums(decided.sums) };
    await services.audit?.hand([`${last.record},${JSON.stringify(members).slice(1, -1)}`]);
  }
  const body = previewText(last.response, {
    consumes: decided.counted,
    sums: decided.sums,
    showsBudgets: asked.showsBudgets,
    // A reason that only the sums led to may have them in its text.
    hidesReason: !seesFigures && reasonOf(last.response) !== reasonOf(first.response),
  });
  return { status: 200, body, headers: last.headers };
}

/** The sums that a step would count on, and whether it would count. Rejected with ServiceError. */
export async function previewedSums(
  step: AskedStep,
  { actor }: Caller,
  services: Counts,
): Promise<Pick<Counted, 'counted' | 'sums'>> {
  if (step.uses.length === 0) return { counted: false, sums: [] };
  const { session, digest } = step.asked;
  const idempotency = { owner: actor, key: step.id, digest };
  return counted(await ledgerOf(services).preview(askedOf(step, { session, idempotency })));
}

const reasonOf = (response: string): unknown => (JSON.parse(response) as { readonly reason: unknown }).reason;
