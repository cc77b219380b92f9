/** Budgets as their page describes them, over a plain list of uses: what the ledger is compared with. */
import type { BudgetDraft, BudgetProgram, DecisionDraft, Payment, WindowDraft } from './program.ts';

const MOST = 2n ** 63n - 1n;

/** What a key is expected to have, and whether the request fits. */
export interface ExpectedSum {
  readonly budget: BudgetDraft;
  /** JSON text of its members. */
  readonly key: string;
  readonly requested: bigint;
  readonly used: bigint;
  readonly reserved: bigint;
  /** `null` if it is missing. */
  readonly limit: bigint | null;
  readonly exceeded: boolean;
}

interface Use {
  readonly budget: BudgetDraft;
  readonly key: string;
  readonly session: string;
  readonly time: number;
  amount: bigint;
  state: 'used' | 'held';
}

interface Hold {
  readonly uses: readonly Use[];
  readonly expiresAt: number;
  readonly keeps: boolean;
  isOver: boolean;
}

interface Reference {
  /** The sums before a decision, by budget and key. */
  readonly sumsOf: (decision: DecisionDraft, now: number) => readonly ExpectedSum[];
  /** Counts what was allowed on these sums. */
  readonly count: (sums: readonly ExpectedSum[], decision: DecisionDraft, now: number) => void;
  /** The keys of the newest hold with what is committed; null: it cannot be settled. */
  readonly settle: (
    amounts: readonly bigint[],
    now: number,
  ) => readonly { readonly budget: string; readonly key: string; readonly amount: bigint }[] | null;
}

export function budgetReference({ budgets }: BudgetProgram): Reference {
  const uses: Use[] = [];
  const holds: Hold[] = [];
  /** The newest hold; null: it was settled. */
  let last: Hold | null = null;
  const expire = (now: number): void => {
    for (const hold of holds) {
      if (hold.isOver || hold.expiresAt > now) continue;
      hold.isOver = true;
      for (const use of hold.uses) {
        use.state = 'used';
        if (!hold.keeps) use.amount = 0n;
      }
    }
  };
  const sumOf = (
    state: Use['state'],
    { budget, key }: Requested,
    decision: DecisionDraft,
    now: number,
  ): bigint =>
    uses
      .filter((use) => use.state === state && use.budget === budget && use.key === key)
      .filter((use) =>
        budget.window.kind === 'session'
          ? use.session === decision.session
          : isInWindow(budget.window, use.time, now),
      )
      .reduce((sum, { amount }) => sum + amount, 0n);
  return {
    sumsOf(decision, now) {
      expire(now);
      return requestedOf(budgets, decision).map((one): ExpectedSum => {
        const [used, reserved] = [sumOf('used', one, decision, now), sumOf('held', one, decision, now)];
        const total = used + reserved + one.requested;
        const exceeded = one.limit !== null && (total > one.limit || total > MOST);
        return { ...one, used, reserved, exceeded };
      });
    },
    count(sums, { session }, now) {
      const counted = sums.map(({ budget, key, requested }): Use => {
        const state = budget.reserve === null ? 'used' : 'held';
        return { budget, key, session, time: now, amount: requested, state };
      });
      uses.push(...counted);
      const held = counted.filter(({ state }) => state === 'held');
      const reserves = held.flatMap(({ budget }) => budget.reserve ?? []);
      if (held.length === 0) return;
      last = {
        uses: held,
        expiresAt: now + Math.max(...reserves.map(({ ttlMs }) => ttlMs)),
        keeps: reserves.some(({ onExpire }) => onExpire === 'keep'),
        isOver: false,
      };
      holds.push(last);
    },
    settle(amounts, now) {
      expire(now);
      const hold = last;
      // A hold that has expired is not released any more.
      if (hold === null || (hold.isOver && amounts.length === 0)) return null;
      last = null;
      hold.isOver = true;
      return hold.uses.map((use, i) => {
        use.amount = amounts.length === 0 ? 0n : amounts[i % amounts.length]!;
        use.state = 'used';
        return { budget: use.budget.name, key: use.key, amount: use.amount };
      });
    },
  };
}

type Requested = Pick<ExpectedSum, 'budget' | 'key' | 'requested' | 'limit'>;

function requestedOf(budgets: readonly BudgetDraft[], decision: DecisionDraft): readonly Requested[] {
  const found = new Map<string, Requested>();
  for (const budget of budgets)
    for (const payment of decision.payments) {
      if (budget.condition !== null && !budget.condition.holds(payment)) continue;
      const key = keyOf(budget, payment, decision);
      const limit = limitOf(budget, payment, decision);
      const id = `${budget.name} ${key}`;
      const before = found.get(id);
      const requested = (before?.requested ?? 0n) + (budget.amount ?? payment.amount);
      const isMissing = limit === null || before?.limit === null;
      const least =
        before === undefined || before.limit === null || limit === null || limit < before.limit
          ? limit
          : before.limit;
      found.set(id, { budget, key, requested, limit: isMissing ? null : least });
    }
  return [...found.values()];
}

function keyOf({ per }: BudgetDraft, payment: Payment, { token }: DecisionDraft): string {
  return JSON.stringify(
    Object.fromEntries(per.map((name) => [name, name === 'token' ? token : payment[name]])),
  );
}

function limitOf({ limit }: BudgetDraft, { centre }: Payment, { caps }: DecisionDraft): bigint | null {
  switch (limit.kind) {
    case 'number':
      return limit.value;
    case 'map': {
      const value = limit.entries[centre];
      return value === undefined ? null : BigInt(value);
    }
    case 'host': {
      const [least] = caps.toSorted((a, b) => (a < b ? -1 : 1));
      return least === undefined || least < 0n ? null : least;
    }
  }
}

function isInWindow(window: Exclude<WindowDraft, { kind: 'session' }>, time: number, now: number): boolean {
  if (window.kind === 'sliding') return time > now - window.ms && time <= now;
  return localDay(window, time) === localDay(window, now);
}

/** The local date, or its month, in words. */
function localDay({ unit, zone }: Extract<WindowDraft, { kind: 'calendar' }>, time: number): string {
  const parts = {
    year: 'numeric',
    month: 'numeric',
    ...(unit === 'day' ? ({ day: 'numeric' } as const) : {}),
  } as const;
  return new Intl.DateTimeFormat('en', { timeZone: zone, ...parts }).format(time);
}
