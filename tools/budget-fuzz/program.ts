/** A drawn ruleset with budgets, and several decisions in a row. Plain data, but for the meaning of its conditions. */
import { stringify } from 'yaml';
import type { FactDraft } from '../../library/node/clips/facts.ts';

export interface Payment {
  readonly id: string;
  readonly centre: string;
  readonly kind: string;
  readonly amount: bigint;
}

/** A condition on a payment, as text and as what it means. */
export interface ConditionDraft {
  readonly text: string;
  readonly holds: (payment: Payment) => boolean;
}

interface RuleDraft {
  readonly action: string;
  readonly condition: ConditionDraft;
}

export type LimitDraft =
  | { readonly kind: 'number'; readonly value: bigint }
  /** A constant for each centre; a centre without one has no limit. */
  | { readonly kind: 'map'; readonly entries: Readonly<Record<string, number>> }
  /** The least of the host's facts. */
  | { readonly kind: 'host' };

export type WindowDraft =
  | { readonly kind: 'sliding'; readonly text: string; readonly ms: number }
  | {
      readonly kind: 'calendar';
      readonly text: string;
      readonly unit: 'day' | 'month';
      readonly zone: string;
    }
  | { readonly kind: 'session'; readonly text: 'session' };

export interface BudgetDraft {
  readonly name: string;
  readonly condition: ConditionDraft | null;
  readonly per: readonly ('centre' | 'kind' | 'token')[];
  /** `null` for the amount of the payment. */
  readonly amount: bigint | null;
  readonly limit: LimitDraft;
  readonly window: WindowDraft;
  readonly onExceed: 'deny' | 'escalate';
  readonly reason: string | null;
  readonly reserve: { readonly ttlMs: number; readonly onExpire: 'keep' | 'release' } | null;
}

export interface DecisionDraft {
  /** Milliseconds since the decision before. */
  readonly advance: number;
  readonly token: string;
  readonly session: string;
  readonly payments: readonly Payment[];
  /** Limits that the host sends. */
  readonly caps: readonly bigint[];
  /** What is done with the last hold afterwards: null: nothing; amounts, taken in turn; none: it is released. */
  readonly settle: readonly bigint[] | null;
}

export interface BudgetProgram {
  readonly rules: readonly RuleDraft[];
  readonly budgets: readonly BudgetDraft[];
  readonly decisions: readonly DecisionDraft[];
}

/** The ruleset as YAML. */
export function budgetYaml({ rules, budgets }: BudgetProgram): string {
  const maps = budgets.flatMap(({ name, limit }) =>
    limit.kind === 'map' ? [[name, limit.entries] as const] : [],
  );
  return stringify(
    {
      templates: {
        payment: { 'id!': 'string', 'centre!': 'string', 'kind!': 'string', 'amount!': 'integer' },
        cap: { from: 'host', slots: { 'most!': 'integer' } },
      },
      ...(maps.length === 0 ? {} : { constants: Object.fromEntries(maps) }),
      rules: Object.fromEntries(
        rules.map(({ action, condition }, i) => [
          `r${i}`,
          { [action]: `r${i} {payment.id}`, if: condition.text },
        ]),
      ),
      budgets: Object.fromEntries(budgets.map((budget) => [budget.name, budgetOf(budget)])),
    },
    { version: '1.2', schema: 'core', lineWidth: 0 },
  );
}

function budgetOf({ name, condition, per, amount, limit, window, ...budget }: BudgetDraft): object {
  const { onExceed, reason, reserve } = budget;
  return {
    for: 'payment',
    ...(condition === null ? {} : { if: condition.text }),
    ...(per.length === 0 ? {} : { per: per.map((key) => (key === 'token' ? key : `payment.${key}`)) }),
    amount: amount ?? 'payment.amount',
    limit:
      limit.kind === 'number'
        ? limit.value
        : limit.kind === 'map'
          ? `const.${name}[payment.centre]`
          : 'cap.most',
    window: window.text,
    on_exceed: onExceed,
    ...(reason === null ? {} : { reason }),
    ...(reserve === null
      ? {}
      : { reserve: { ttl: `${reserve.ttlMs / 1000}s`, on_expire: reserve.onExpire } }),
  };
}

export const paymentFacts = ({ payments }: DecisionDraft): readonly FactDraft[] =>
  payments.map((payment) => ({ template: 'payment', data: { ...payment } }));

export const capFacts = ({ caps }: DecisionDraft): readonly FactDraft[] =>
  caps.map((most) => ({ template: 'cap', data: { most } }));
