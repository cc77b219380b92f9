/** Counts the decision of a step, and runs the step again on the sums if it was not counted. */
import { ServiceError } from '../../../library/errors.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { AskedDecision, Decided, Ledger } from '../../../store/budgets/ledger.ts';
import { recordedSums } from '../../../store/budgets/log-lines.ts';
import { sumFacts } from '../../../store/budgets/sum-facts.ts';
import type { DecisionPort } from './ports.ts';
import { ledgerOf, type Counts } from './kept-ledger.ts';
import type { Step } from './step.ts';

export type Counted = Extract<Decided, { readonly kind: 'decided' | 'replayed' }>;

/** The owner of a decision, and the key that repeats it. */
type CountedFor = Pick<AskedDecision, 'session' | 'idempotency'> &
  Partial<Pick<AskedDecision, 'isAllowed' | 'response' | 'approval'>>;

/** Rejected with ServiceError. */
export async function countStep<S extends Step>(
  first: S,
  of: CountedFor,
  again: (sums: readonly FactInput[]) => Promise<S>,
  services: Counts,
): Promise<{ readonly last: S; readonly decided: Counted }> {
  const { uses } = first;
  const ledger = uses.length === 0 ? (services.ledger ?? NO_LEDGER) : ledgerOf(services);
  const decided = counted(await ledger.decide(askedOf(first, of)));
  return { last: await onSums(first, decided, again), decided };
}

/** The step itself if it counts or uses nothing, else the step on the sums. Rejected with ServiceError. */
export async function onSums<S extends Step>(
  first: S,
  decided: Pick<Counted, 'counted' | 'sums'>,
  again: (sums: readonly FactInput[]) => Promise<S>,
): Promise<S> {
  if (decided.counted || first.uses.length === 0) return first;
  const last = await again(sumFacts(first.uses, decided.sums));
  // The clock passed a border between the two steps: nothing counted, so nothing is allowed.
  if (last.decision !== 'allow') return last;
  throw new ServiceError('contention', 'the decision changed while it was made: repeat it');
}

/** Records a decision that did not count. What counted is recorded with its uses. */
export async function recordUncounted(
  { record }: Step,
  { sums }: Pick<Counted, 'sums'>,
  key: string,
  { audit }: Pick<DecisionPort, 'audit'>,
): Promise<void> {
  if (record === null) return;
  const members = { idempotency_key: key, budgets: recordedSums(sums) };
  await audit?.hand([`${record},${JSON.stringify(members).slice(1, -1)}`]);
}

/** A decision as the ledger takes it. */
export function askedOf(
  { id, ruleset, uses, decision, response, record }: Step,
  { isAllowed = decision === 'allow', approval = null, ...of }: CountedFor,
): AskedDecision {
  return { id, ruleset, uses, response, record, isAllowed, approval, now: Date.now(), ...of };
}

/** The approval of a decision is for another request, or used up. */
export class ApprovalUsedUp extends Error {}

/** For decisions that use no budget. */
const NO_LEDGER: Pick<Ledger, 'decide'> = {
  decide: async ({ id, now, response }) => ({
    kind: 'decided',
    id,
    counted: false,
    time: now,
    sequence: null,
    sums: [],
    reservation: null,
    response,
    line: null,
  }),
};

/** @throws ServiceError unless it was decided */
export function counted(decided: Decided): Counted {
  switch (decided.kind) {
    case 'conflict':
      throw new ServiceError('idempotency_conflict', 'the key was used for another request');
    case 'changed':
      throw new ServiceError(
        'budget_changed',
        `budget '${decided.budget}' has changed, and ${decided.live} keys have uses: reset it`,
      );
    case 'unapproved':
      throw new ApprovalUsedUp();
    case 'closed':
      throw new ServiceError('reservation_closed', `the reservation of this decision is ${decided.state}`);
    default:
      return decided;
  }
}
