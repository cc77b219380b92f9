/** Counts the decision of a step, and runs the step again on the sums if it was not counted. */
import { ServiceError } from '../../library/errors.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { CountedUse } from './counted-use.ts';
import type { AskedDecision, Decided, Ledger } from './ledger.ts';
import { sumFacts } from './sum-facts.ts';

/** One step of a decision that counts: the decision on the sums given, and the uses that would count. */
export interface CountableStep {
  readonly id: string;
  readonly ruleset: string;
  readonly decision: string | null;
  readonly uses: readonly CountedUse[];
  /** JSON text that is kept with the key. */
  readonly response: string;
  /** Members of the record of the evaluation; null: nothing is recorded. */
  readonly record: string | null;
}

export type Counted = Extract<Decided, { readonly kind: 'decided' | 'replayed' }>;

/** The owner of a decision, and the key that repeats it. */
type CountedFor = Pick<AskedDecision, 'session' | 'idempotency'> &
  Partial<Pick<AskedDecision, 'isAllowed' | 'response' | 'approval' | 'now'>>;

/** Evaluates again on these sums. */
type Again<S> = (sums: readonly FactInput[]) => S | Promise<S>;

/**
 * @param ledger `null` if there is none, for steps that use no budget
 * @throws ServiceError, or ApprovalUsedUp
 */
export async function countStep<S extends CountableStep>(
  first: S,
  of: CountedFor,
  again: Again<S>,
  ledger: Pick<Ledger, 'decide'> | null,
): Promise<{ readonly last: S; readonly decided: Counted }> {
  const decided = counted(await (ledger ?? NO_LEDGER).decide(askedOf(first, of)));
  return { last: await onSums(first, decided, again), decided };
}

/** The step itself if it counts or uses nothing, otherwise the step on the sums. @throws ServiceError */
export async function onSums<S extends CountableStep>(
  first: S,
  decided: Pick<Counted, 'counted' | 'sums'>,
  again: Again<S>,
): Promise<S> {
  if (decided.counted || first.uses.length === 0) return first;
  const last = await again(sumFacts(first, decided.sums));
  // The clock passed a border between the two steps: nothing counted, so nothing is allowed.
  if (last.decision !== 'allow') return last;
  throw new ServiceError('contention', 'the decision changed while it was made: repeat it');
}

/** A decision as the ledger takes it. */
export function askedOf(
  { id, ruleset, uses, decision, response, record }: CountableStep,
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

/** @throws ServiceError or ApprovalUsedUp, unless it was decided */
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
