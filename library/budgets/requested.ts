/** The request of a decision to its budgets: one entry for each key, with the amounts of all its uses. */
import type { BudgetInfo } from '../../runtime/budget-info.ts';
import type { BudgetUse } from '../../runtime/engine/budget-uses.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import { amountOf } from './amount.ts';
import { keyOf, limitOf, type UseContext } from './values.ts';

/** The part that is not known; `known` if nothing is missing. */
type UseState = 'known' | 'amount' | 'key' | 'limit';

export interface Requested {
  readonly budget: BudgetInfo;
  /** Members of `per` with their values, in order; what is missing is left out. */
  readonly key: Readonly<Record<string, string | number | boolean>>;
  readonly state: UseState;
  readonly amount: bigint;
  /** The sum is beyond 64 bits: it exceeds every limit. */
  readonly overflows: boolean;
  readonly limit: bigint;
}

interface RequestedFrom {
  readonly budgets: readonly BudgetInfo[];
  readonly uses: readonly BudgetUse[];
  readonly document: unknown;
  /** Facts of the host: limits come from them. */
  readonly hostFacts: readonly FactInput[];
  /** Name of the caller's token; null: it has none. */
  readonly token: string | null;
}

/** In the order of the text. Throws BudgetAmountError, or ValidationError for an amount that is not an integer of 64 bits. */
export function requestedOf({ budgets, uses, ...from }: RequestedFrom): readonly Requested[] {
  const byKey = new Map<string, Requested>();
  for (const use of uses) {
    const budget = budgets[use.budget]!;
    const context: UseContext = { ...from, budget, use };
    const one = requestOf(context);
    const id = JSON.stringify([use.budget, one.key]);
    const known = byKey.get(id);
    byKey.set(id, known === undefined ? one : added(known, one));
  }
  return [...byKey.values()].sort((a, b) => budgets.indexOf(a.budget) - budgets.indexOf(b.budget));
}

/** The request of an evaluation in an engine that holds facts: limits come from them, too. */
export function requestedOn(
  engine: { readonly query: (template: string) => readonly Readonly<Record<string, unknown>>[] },
  { hostFacts, ...from }: RequestedFrom,
): readonly Requested[] {
  const limits = new Set(
    from.budgets.flatMap(({ limit }) => (limit.kind === 'fact' ? [limit.template] : [])),
  );
  const held: readonly FactInput[] = [...limits].flatMap((template) =>
    engine.query(template).map((data) => ({ template, data })),
  );
  return requestedOf({ ...from, hostFacts: [...hostFacts, ...held] });
}

function requestOf(context: UseContext): Requested {
  const { budget } = context;
  const amount = amountOf(context);
  const key = keyOf(context);
  const limit = limitOf(context, key);
  const isKeyed = Object.keys(key).length === budget.per.length;
  const state = !isKeyed ? 'key' : amount === null ? 'amount' : limit === null ? 'limit' : 'known';
  return { budget, key, state, amount: amount ?? 0n, overflows: false, limit: limit ?? 0n };
}

function added(one: Requested, other: Requested): Requested {
  const amount = one.amount + other.amount;
  const overflows = one.overflows || amount > GREATEST_INTEGER;
  return {
    ...one,
    state: one.state === 'known' ? other.state : one.state,
    amount: overflows ? GREATEST_INTEGER : amount,
    overflows,
    // Uses of one key share the least of their limits.
    limit: one.limit < other.limit ? one.limit : other.limit,
  };
}
