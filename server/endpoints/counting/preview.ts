/** The decision that would count now: sums are read, and nothing is counted. */
import { ServiceError } from '../../../library/errors.ts';
import { recordedSums } from '../../../store/budgets/log-lines.ts';
import type { Answer } from '../../requests/answer.ts';
import type { Caller } from '../../tokens/caller.ts';
import { ledgerOf, type Counts } from './kept-ledger.ts';
import { askedOf, counted, onSums, type Counted } from '../../../store/budgets/count.ts';
import { checkShown, type DecisionPort } from './ports.ts';
import { evaluateStep, type AskedStep, type SentRequest, type Step } from './step.ts';
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
  const decided = await previewedSums(first, asked, caller, services);
  const last = await onSums(first, decided, (sums) => evaluateStep(sent, sums, services, 'evaluate'));
  await recordPreview(last, decided, services);
  const body = previewText(last.response, {
    consumes: decided.counted,
    sums: decided.sums,
    showsBudgets: asked.showsBudgets,
    // A reason that only the sums led to may have them in its text.
    hidesReason: !seesFigures && reasonOf(last.response) !== reasonOf(first.response),
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

/** The sums that a step would count on, and whether it would count. Rejected with ServiceError. */
export async function previewedSums(
  step: Step,
  { session, digest }: Pick<AskedStep['asked'], 'session' | 'digest'>,
  { actor }: Caller,
  services: Counts,
): Promise<Pick<Counted, 'counted' | 'sums'>> {
  if (step.uses.length === 0) return { counted: false, sums: [] };
  const idempotency = { owner: actor, key: step.id, digest };
  return counted(await ledgerOf(services).preview(askedOf(step, { session, idempotency })));
}

const reasonOf = (response: string): unknown => (JSON.parse(response) as { readonly reason: unknown }).reason;
