/** The decision that would count now: sums are read, and nothing is counted. */
import { ServiceError } from '../../../library/errors.ts';
import { recordedSums } from '../../../store/budgets/log-lines.ts';
import type { Answer } from '../../requests/answer.ts';
import type { Caller } from '../../tokens/caller.ts';
import { ledgerOf, type Counts } from './kept-ledger.ts';
import {
  askedOf,
  atStoreTime,
  onSums,
  withoutSums,
  type Counted,
  type OnSums,
} from '../../../store/budgets/count.ts';
import { checkShown, type DecisionPort } from './ports.ts';
import { evaluateStep, type AskedStep, type SentRequest, type Step } from './step.ts';
import { previewText } from '../../../store/budgets/decision-text.ts';

/** Rejected with ServiceError. Without the role `budgets` no figure is shown. */
export async function previewDecision(sent: SentRequest, services: DecisionPort): Promise<Answer> {
  const { caller } = sent;
  const evaluate = (on: OnSums): Promise<AskedStep> => evaluateStep(sent, on, services, 'evaluate');
  const first = await evaluate(withoutSums(services.ledger));
  const { asked, uses } = first;
  checkShown(asked, caller);
  const seesFigures = caller.roles.has('budgets');
  // Firings and facts hold the sums that the rules saw.
  if (uses.length > 0 && asked.includesMore && !seesFigures)
    throw new ServiceError('forbidden', "`include` in a preview needs a token with the role 'budgets'");
  const { step, decided } = await previewedSums(first, asked, caller, evaluate, services);
  const last = await onSums(step, decided, evaluate);
  await recordPreview(last, decided, services);
  const body = previewText(last.response, {
    consumes: decided.counted,
    sums: decided.sums,
    showsBudgets: asked.showsBudgets,
    // A reason that only the sums led to may have them in its text.
    hidesReason: !seesFigures && reasonOf(last.response) !== reasonOf(step.response),
  });
  return { status: 200, body, headers: last.headers };
}

/** Records a preview: it counted nothing. */
export async function recordPreview(
  { record }: Pick<Step, 'record'>,
  { sums }: Pick<Counted, 'sums'>,
  { audit }: Pick<DecisionPort, 'audit'>,
): Promise<void> {
  if (record === null) return;
  const members = { preview: true, budgets: recordedSums(sums) };
  await audit?.hand([`${record},${JSON.stringify(members).slice(1, -1)}`]);
}

/** The sums that a step would count on, and whether it would count, at the store's time. Rejected with ServiceError. */
export async function previewedSums<S extends Step>(
  first: S,
  { session, digest }: Pick<AskedStep['asked'], 'session' | 'digest'>,
  { actor }: Caller,
  evaluate: (on: OnSums) => Promise<S>,
  services: Counts,
): Promise<{ readonly step: S; readonly decided: Pick<Counted, 'counted' | 'sums' | 'time'> }> {
  if (first.uses.length === 0) return { step: first, decided: { counted: false, sums: [], time: first.at } };
  return atStoreTime(first, evaluate, (step) => {
    const idempotency = { owner: actor, key: step.id, digest };
    return ledgerOf(services).preview(askedOf(step, { session, idempotency }));
  });
}

const reasonOf = (response: string): unknown => (JSON.parse(response) as { readonly reason: unknown }).reason;
