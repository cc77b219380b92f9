/** Counts the decision of a step, and runs the step again on the sums if it was not counted. */
import { ServiceError } from '../../library/errors.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { CountedUse } from './counted-use.ts';
import type { AskedDecision, Decided, Ledger } from './ledger.ts';
import { sumFacts } from './sum-facts.ts';

/** One step of a decision that counts: the decision on the sums given, and the uses that would count. */
export interface CountableStep {
  readonly id: string;
  /** The time that the rules saw, in milliseconds. */
  readonly at: number;
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

/** Sums of budgets, and the time that rules see: `now` of a ledger. */
export interface OnSums {
  readonly sums: readonly FactInput[];
  /** Milliseconds. */
  readonly at: number;
}

/** Evaluates on these sums. */
type Evaluate<S> = (on: OnSums) => S | Promise<S>;

/** How often a decision is evaluated until the store's time is the one that its rules saw. */
const MOST_MOVED = 4;

/** A step on no sums. @param ledger `null` if there is none */
export const withoutSums = (ledger: Pick<Ledger, 'now'> | null): OnSums => ({
  sums: [],
  at: ledger === null ? Date.now() : ledger.now(),
});

/**
 * @param first evaluated without sums
 * @param ledger `null` if there is none, for steps that use no budget
 * @throws ServiceError, or ApprovalUsedUp
 */
export async function countStep<S extends CountableStep>(
  first: S,
  of: CountedFor,
  again: Evaluate<S>,
  ledger: Pick<Ledger, 'decide'> | null,
): Promise<{ readonly last: S; readonly decided: Counted }> {
  const on = ledger ?? NO_LEDGER;
  const { step, decided } = await atStoreTime(first, again, (step) => on.decide(askedOf(step, of)));
  return { last: await onSums(step, decided, again), decided };
}

/** Evaluates again, without sums, until the rules see the store's time. @throws ServiceError or ApprovalUsedUp */
export async function atStoreTime<S extends CountableStep>(
  first: S,
  again: Evaluate<S>,
  ask: (step: S) => Promise<Decided>,
): Promise<{ readonly step: S; readonly decided: Counted }> {
  let step = first;
  for (let moved = 0; moved < MOST_MOVED; moved++) {
    const decided = await ask(step);
    if (decided.kind !== 'moved') return { step, decided: counted(decided) };
    step = await again({ sums: [], at: decided.time });
  }
  throw new ServiceError('contention', 'the decision waited too long: nothing was counted, repeat it');
}

/** The step itself if it counts or uses nothing, otherwise the step on the sums. @throws ServiceError */
export async function onSums<S extends CountableStep>(
  first: S,
  decided: Pick<Counted, 'counted' | 'sums' | 'time'>,
  again: Evaluate<S>,
): Promise<S> {
  if (decided.counted || first.uses.length === 0) return first;
  const last = await again({ sums: sumFacts(first, decided.sums), at: decided.time });
  // The clock passed a border between the two steps: nothing counted, so nothing is allowed.
  if (last.decision !== 'allow') return last;
  throw new ServiceError('contention', 'the decision changed while it was made: repeat it');
}

/** A decision as the ledger takes it. */
export function askedOf(
  { id, at, ruleset, uses, decision, response, record }: CountableStep,
  { isAllowed = decision === 'allow', approval = null, ...of }: CountedFor,
): AskedDecision {
  return { id, at, ruleset, uses, response, record, isAllowed, approval, now: Date.now(), ...of };
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
function counted(decided: Exclude<Decided, { readonly kind: 'moved' }>): Counted {
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
