/** Budgets of a ruleset as plain data: what a use is, what it shares, and what it may not exceed. */

/** Where a value of a use comes from. */
export type BudgetSource =
  | { readonly kind: 'slot'; readonly slot: string }
  /** Members of the document, from the outside inwards. */
  | { readonly kind: 'path'; readonly keys: readonly string[] }
  | { readonly kind: 'token' };

export interface BudgetKey {
  readonly name: string;
  readonly source: BudgetSource;
  /** Its values are masked wherever they are shown. */
  readonly sensitive: boolean;
}

export type BudgetAmount = { readonly kind: 'number'; readonly value: string } | BudgetSource;

/** Integers are decimal texts: they have 64 bits. */
export type BudgetLimit =
  | { readonly kind: 'number'; readonly value: string }
  | {
      readonly kind: 'map';
      readonly entries: readonly (readonly [string, string])[];
      readonly key: BudgetSource;
    }
  | {
      readonly kind: 'fact';
      readonly template: string;
      readonly slot: string;
      /** Members of the key that the template has slots of: only facts with the values of the key apply. */
      readonly join: readonly string[];
    };

export type BudgetWindow =
  | { readonly kind: 'sliding'; readonly ms: number; readonly written: string }
  | {
      readonly kind: 'calendar';
      readonly unit: 'day' | 'month';
      readonly zone: string;
      readonly written: string;
    }
  | { readonly kind: 'session'; readonly written: string };

export interface BudgetReserve {
  readonly ttlMs: number;
  readonly onExpire: 'keep' | 'release';
}

export interface BudgetInfo {
  readonly name: string;
  /** Template whose facts are uses; null: the document is one use. */
  readonly template: string | null;
  /** The rule (`module::rule`) that fires for what counts; null: every use counts. */
  readonly use: string | null;
  readonly per: readonly BudgetKey[];
  readonly amount: BudgetAmount;
  readonly limit: BudgetLimit;
  readonly window: BudgetWindow;
  readonly onExceed: 'deny' | 'escalate';
  /** `null` if an allow holds nothing. */
  readonly reserve: BudgetReserve | null;
  /** The meaning of its uses: budgets with other texts cannot share sums. */
  readonly shape: string;
}
