/** A ruleset and its parts with expressions as they were parsed: what is checked, and all that the constructs need. */
import type { Expression } from './language/expression/expression.ts';
import type * as typed from './ruleset.ts';

export type Ruleset = typed.Ruleset<Expression>;
export type Rule = typed.Rule<Expression>;
export type RowCell = typed.RowCell<Expression>;
export type ConditionElement = typed.ConditionElement<Expression>;
export type Pattern = typed.Pattern<Expression>;
export type Field = typed.Field<Expression>;
export type Constraint = typed.Constraint<Expression>;
export type ReasonPart = typed.ReasonPart<Expression>;
export type Consequence = typed.Consequence<Expression>;
export type Effect = typed.Effect<Expression>;
export type Obligation = typed.Obligation<Expression>;
export type SlotValue = typed.SlotValue<Expression>;
export type ObligationProperty = typed.ObligationProperty<Expression>;
export type PropertyExpression = typed.PropertyExpression<Expression>;
