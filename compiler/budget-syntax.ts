/** Budgets as they are written: names are unresolved. */
import type { BudgetReserve, BudgetWindow } from '../runtime/budget-info.ts';
import type { Span } from './diagnostics/position.ts';
import type { PathTree, ShortExpression } from './short-tree.ts';
import type { Located, SourceText, WhenSyntax } from './syntax.ts';

/** `per`, `amount` and `limit`: a number, or a path whose root is a slot, a template, `input`, `const` or `token`. */
export type BudgetValueSyntax =
  { readonly kind: 'number'; readonly value: bigint; readonly at: Span } | PathTree;

/** The filter of uses. `written`: its text, by which a change is seen. */
export type BudgetConditionSyntax = { readonly written: string } & (
  | { readonly form: 'short'; readonly if: readonly ShortExpression[] }
  | { readonly form: 'long'; readonly when: readonly WhenSyntax[] }
);

export interface BudgetSyntax {
  readonly name: Located<string>;
  /** A template, or `input`. */
  readonly for: Located<string>;
  readonly condition: BudgetConditionSyntax | null;
  readonly per: readonly PathTree[];
  readonly amount: BudgetValueSyntax | null;
  readonly limit: BudgetValueSyntax;
  readonly window: Located<BudgetWindow>;
  readonly onExceed: 'deny' | 'escalate';
  /** `null` for the standard words. */
  readonly reason: SourceText | null;
  readonly reserve: BudgetReserve | null;
  /** Those of `per` whose values are sensitive in the document (default: none). */
  readonly sensitive?: readonly PathTree[];
  readonly at: Span;
}
