/**
 * The checked ruleset: every name resolved, every literal typed, every operator lowered to the constraints and
 * expressions of CLIPS. What the check phase hands to the plan and to both emitters. Plain readonly data.
 */
import type { InfixCondition } from './infix-condition.ts';
import type { BudgetInfo } from '../runtime/budget-info.ts';
import type { DecideMode, TemplateInfo } from '../runtime/description.ts';
import type { RuleRecord } from '../runtime/abi.ts';
import type { NamedValue } from '../runtime/engine/named-value.ts';
import type { Aggregate } from './aggregate.ts';
import type { Span } from './diagnostics/position.ts';
import type { Expression, FunctionDefinition } from './language/expression/expression.ts';
import type { Relation } from './relation.ts';
import type { Searches } from './searches.ts';
import type { Sensitivity } from './sensitivity.ts';
import type { ListLiteral, Literal, SlotType } from './values.ts';
import type { TemporalFunction } from './temporal-meaning.ts';
import type { InputFacts } from './input-facts.ts';
import type { TypedExpression, TypedFunction } from './language/expression/typed-expression.ts';

export interface Ruleset<E extends Expression = TypedExpression> {
  /** Name for people: `ruleset:` of the first document that has one, else the file's or folder's name. */
  readonly name: string;
  readonly version: string | null;
  readonly decide: DecideMode;
  /** `null` if the ruleset sets none. */
  readonly default: DefaultDecision | null;
  readonly templates: readonly Template[];
  /** In load order. */
  readonly relations: readonly Relation[];
  /** Declared ones, and MAIN when it was declared or holds rules. */
  readonly modules: readonly Module[];
  /** Module names in the order in which they are focused; MAIN is last unless named. */
  readonly focusOrder: readonly string[];
  readonly hierarchies: readonly Hierarchy[];
  /** Deffunctions in the order in which CLIPS must load them, those made by the compiler included. */
  readonly functions: readonly RulesetFunction[];
  /** Bodies of the functions that rules call, each typed for the arguments of some calls, by the id of the version. */
  readonly typedFunctions: readonly TypedFunction[];
  /** Meaning of the functions of kind `temporal` that conditions call; the matcher computes them from counters. */
  readonly temporal: readonly TemporalFunction[];
  /** Meaning of those that are aggregates, by name. */
  readonly aggregates: ReadonlyMap<string, Aggregate<E>>;
  /** Hidden rules, which load before the others: one for each module that has rules with aggregates. */
  readonly stages: readonly Rule<E>[];
  /** In load order. */
  readonly rules: readonly Rule<E>[];
  /** The facts that a document is, in order; empty: the ruleset takes none. */
  readonly input: readonly InputFacts[];
  /** Entities that AuthZEN can search; null if the ruleset declares none. */
  readonly authzen: Searches | null;
  /** In load order; left out when there are none. */
  readonly budgets?: readonly BudgetInfo[];
  /** Where values of sensitive slots can get to; left out when there are none. */
  readonly sensitive?: Sensitivity;
}

/** The decision when no rule decides. */
export interface DefaultDecision {
  readonly action: 'deny' | 'allow' | 'escalate' | 'none';
  /** `null` for the standard words. */
  readonly reason: string | null;
}

export interface Template {
  readonly name: string;
  readonly description: string;
  readonly scope: TemplateInfo['scope'];
  /** Sender of its facts: any caller, only the host, or only the document. */
  readonly from: 'caller' | 'host' | 'document';
  /** Facts of it that may be there when rules begin to fire; left out: any number. */
  readonly atMost?: number;
  /** In declaration order. */
  readonly slots: readonly Slot[];
  readonly at: Span;
}

export interface Slot {
  readonly name: string;
  /** The type of the value, or of each item of a list. */
  readonly type: SlotType;
  /** A multislot in CLIPS. */
  readonly list: boolean;
  /** Most items of a list; null: any number. */
  readonly maxItems: number | null;
  readonly required: boolean;
  /** Values of the slot are masked wherever they are kept; left out for most. */
  readonly sensitive?: boolean;
  /** Copied into a fact that leaves the slot out; null: none declared (a rule's assert then takes CLIPS' default). */
  readonly default: Literal | ListLiteral | null;
  /** String forms of the allowed values in order (a FLOAT as JavaScript writes the number); null: any. */
  readonly allowed: readonly string[] | null;
  readonly at: Span;
}

export interface Module {
  readonly name: string;
  readonly description: string;
  readonly priority: number;
  readonly at: Span | null;
}

export interface Hierarchy {
  readonly name: string;
  /** Lowest first. */
  readonly levels: readonly string[];
  readonly compartments: readonly string[];
  readonly at: Span;
}

export interface RulesetFunction {
  readonly name: string;
  /** `temporal`: in the constructs only. */
  readonly kind: 'raw' | 'classification' | 'internal' | 'temporal';
  readonly description: string;
  /** The hierarchy of a classification function. */
  readonly hierarchy: string | null;
  /** Function that the matcher calls instead if all arguments are texts; null to run the definition. */
  readonly intrinsic: IntrinsicFunction | null;
  readonly definition: FunctionDefinition;
}

/** Functions of the runtime that say what an internal function does. */
export type IntrinsicFunction = 'compartmentsCover' | 'compartmentHeld';

/** Makes text of what a slot of a type holds: a function in the constructs, the runtime in the matcher. */
export interface TextFunction {
  /** Name of the function in the constructs. */
  readonly name: string;
  readonly type: SlotType;
  readonly list: boolean;
}

/** Expressions of a rule are typed when the whole ruleset was checked; `E` is a plain Expression before. */
export interface Rule<E extends Expression = TypedExpression> {
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly salience: number;
  readonly when: readonly ConditionElement<E>[];
  readonly then: Consequence<E>;
  /** Cells of a decision table row that test something, if cells are requested (CheckOptions). */
  readonly cells?: readonly RowCell<E>[];
  /** The author's names of the values of its aggregates; unset if it has none. */
  readonly aggregates?: readonly NamedAggregate[];
  /** The values that its conditions name, if it is a short rule that closes; unset for every other rule. */
  readonly named?: readonly NamedValue[];
  /** Paths without which it fires whatever else the document holds; unset if there are none. */
  readonly closesWithout?: readonly string[];
  /** Its conditions as written, if its left half is short; unset otherwise. */
  readonly infix?: readonly InfixCondition[];
  readonly at: Span;
}

/** An aggregate of a rule. The call replaces its variable everywhere. */
export interface NamedAggregate {
  /** The variable, without the `?` or `$?`; of one without a variable, what it computes. */
  readonly name: string;
  readonly call: Expression;
}

/** A cell of a row: its test of a match of the table's patterns. */
export interface RowCell<E extends Expression = TypedExpression> {
  /** The column, as it is written. */
  readonly input: string;
  readonly expression: E;
  /** Index of the first cell in its column with the same text. */
  readonly at: Span;
}

/** `forall` is lowered to not(each and not(must)), as CLIPS itself does. */
export type ConditionElement<E extends Expression = TypedExpression> =
  | Pattern<E>
  | { readonly kind: 'test'; readonly expression: E; readonly at: Span }
  | { readonly kind: 'not'; readonly element: ConditionElement<E>; readonly at: Span }
  | {
      readonly kind: 'exists' | 'and' | 'or';
      readonly elements: readonly ConditionElement<E>[];
      readonly at: Span;
    };

export interface Pattern<E extends Expression = TypedExpression> {
  readonly kind: 'pattern';
  /** A declared template, or a hidden one (see TICK_TEMPLATE, STAGE_TEMPLATE). */
  readonly template: string;
  /** Variable that binds the fact address (`?f <- …`), or null. */
  readonly address: string | null;
  /** In the order written. At most one field a slot, and before it one of the items when the pattern takes them one by one. */
  readonly fields: readonly Field<E>[];
  readonly at: Span;
}

export interface Field<E extends Expression = TypedExpression> {
  readonly slot: string;
  /** The slot is a list: its variables name all of it (`$?x`). */
  readonly list: boolean;
  /** The field is of one item of the slot's list, and a fact matches once a position; left out: of all that it holds. */
  readonly each?: EachItem;
  /** Connected by `&`. INVARIANT: a positive literal is alone or after a leading variable (clips-order.md, 2.4). */
  readonly constraints: readonly Constraint<E>[];
}

/** `(slot $?before ?item $?after)`: the variables of the constructs around the item. */
export interface EachItem {
  readonly before: string;
  readonly after: string;
}

export type Constraint<E extends Expression = TypedExpression> =
  | { readonly kind: 'variable'; readonly name: string; readonly negated: boolean; readonly at: Span }
  | { readonly kind: 'literal'; readonly value: Literal; readonly negated: boolean; readonly at: Span }
  | { readonly kind: 'predicate'; readonly expression: E; readonly at: Span };

export type ActionName = 'allow' | 'deny' | 'escalate' | 'scope' | 'route';

export interface Consequence<E extends Expression = TypedExpression> {
  readonly action: ActionName | null;
  /** Text parts and variables of the reason, in order; empty: the empty reason. */
  readonly reason: readonly ReasonPart<E>[];
  readonly log: RuleRecord['log'];
  readonly notify: readonly string[];
  readonly attestation: boolean;
  /** As the reason; null: none. */
  readonly scope: readonly ReasonPart<E>[] | null;
  /** The rule's metadata with then.metadata over it, keys in order. */
  readonly metadata: readonly (readonly [string, readonly ReasonPart<E>[]])[];
  /** In document order. */
  readonly obligations: readonly Obligation<E>[];
  /** In document order: asserts, then retracts, then modifies. */
  readonly effects: readonly Effect<E>[];
}

/** Duties of the caller if the rule's action wins. */
export interface Obligation<E extends Expression = TypedExpression> {
  readonly type: string;
  readonly properties: readonly ObligationProperty<E>[];
}

export interface ObligationProperty<E extends Expression = TypedExpression> {
  readonly name: string;
  readonly value: PropertyExpression<E>;
}

export type PropertyExpression<E extends Expression = TypedExpression> =
  | { readonly kind: 'single'; readonly value: E }
  /** Single values, written out. */
  | { readonly kind: 'items'; readonly items: readonly E[] }
  /** A multifield; `booleans`: its items are truth values, not symbols. */
  | { readonly kind: 'list'; readonly value: E; readonly booleans: boolean };

export type ReasonPart<E extends Expression = TypedExpression> =
  | { readonly kind: 'text'; readonly text: string }
  /** `writer`: what makes text of the value; null: `str-cat` does. */
  | { readonly kind: 'variable'; readonly name: string; readonly writer: TextFunction | null }
  /** The value of an aggregate. */
  | { readonly kind: 'computed'; readonly expression: E; readonly writer: TextFunction | null };

export type Effect<E extends Expression = TypedExpression> =
  | {
      readonly kind: 'assert';
      readonly template: string;
      readonly slots: readonly SlotValue<E>[];
      readonly at: Span;
    }
  | { readonly kind: 'retract'; readonly address: string; readonly at: Span }
  | {
      readonly kind: 'modify';
      readonly address: string;
      readonly template: string;
      readonly slots: readonly SlotValue<E>[];
      readonly at: Span;
    };

export interface SlotValue<E extends Expression = TypedExpression> {
  readonly slot: string;
  readonly value: E;
}
