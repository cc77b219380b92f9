/* eslint max-lines: off -- one value that all phases behind the check share, told in one place */
/**
 * The checked ruleset: every name resolved, every literal typed, every operator lowered to the constraints and
 * expressions of CLIPS. What the check phase hands to the plan and to both emitters. Plain readonly data.
 */
import type { DecideMode, RuleRecord, SlotTypeName, TemplateInfo } from '../runtime/contract.ts';
import type { Aggregate } from './aggregate.ts';
import type { Span } from './diagnostics/position.ts';
import type { Expression, FunctionDefinition } from './language/expression/expression.ts';
import type { Relation } from './relation.ts';
import type { Searches } from './searches.ts';
import type { Sensitivity } from './sensitivity.ts';
import type { InputPath } from './language/input/input-path.ts';
import type { TypedExpression, TypedFunction } from './language/expression/typed-expression.ts';

/** BOOLEAN is in CLIPS a SYMBOL that is TRUE or FALSE, TIME an INTEGER: milliseconds since the epoch. */
export type SlotType = SlotTypeName;

/** A typed constant. An INTEGER is a number while it is a safe integer and a bigint beyond (64 bits, signed). */
export type Literal =
  | { readonly type: 'STRING'; readonly value: string }
  | { readonly type: 'SYMBOL'; readonly value: string }
  | { readonly type: 'INTEGER'; readonly value: number | bigint }
  | { readonly type: 'FLOAT'; readonly value: number }
  | { readonly type: 'BOOLEAN'; readonly value: boolean }
  | { readonly type: 'TIME'; readonly value: number };

/** The constant value of a list slot. */
export interface ListLiteral {
  readonly type: 'LIST';
  readonly items: readonly Literal[];
}

export interface Ruleset<E extends Expression = TypedExpression> {
  /** Name for people: `ruleset:` of the first document that has one, else the file's or folder's name. */
  readonly name: string;
  readonly version: string | null;
  readonly decide: DecideMode;
  /** Null: the ruleset says none. */
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
  /** What the functions of kind `temporal` that conditions call mean; the matcher answers them from counters. */
  readonly temporal: readonly TemporalFunction[];
  /** What those of them mean that are aggregates, by name. */
  readonly aggregates: ReadonlyMap<string, Aggregate<E>>;
  /** Hidden rules, which load before the others: one for each module that has rules with aggregates. */
  readonly stages: readonly Rule<E>[];
  /** In load order. */
  readonly rules: readonly Rule<E>[];
  /** The facts that a document is, in order; empty: the ruleset takes none. */
  readonly input: readonly InputFacts[];
  /** What AuthZEN can search; null: the ruleset says none. */
  readonly authzen: Searches | null;
  /** Where values of sensitive slots can get to; left out when there are none. */
  readonly sensitive?: Sensitivity;
}

/** The decision when no rule decides. */
export interface DefaultDecision {
  readonly action: 'deny' | 'allow' | 'escalate' | 'none';
  /** Null: the usual words. */
  readonly reason: string | null;
}

/** Facts of one template that a document holds. */
export interface InputFacts {
  readonly template: string;
  /** Empty: one fact a document. Else each path begins at the item of the one before. */
  readonly each: readonly InputPath[];
  readonly slots: readonly InputSlot[];
  readonly at: Span;
}

export interface InputSlot {
  readonly slot: string;
  readonly path: InputPath;
}

export interface Template {
  readonly name: string;
  readonly description: string;
  readonly scope: TemplateInfo['scope'];
  /** Who brings its facts: anybody, or only the host. */
  readonly from: 'caller' | 'host';
  /** In declaration order. */
  readonly slots: readonly Slot[];
  readonly at: Span;
}

export interface Slot {
  readonly name: string;
  /** Of the value, or of each item of a list. */
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
  /** What the matcher calls instead, where all arguments are texts; null: it runs the definition. */
  readonly provided: ProvidedFunction | null;
  readonly definition: FunctionDefinition;
}

/** Functions of the runtime that say what an internal function does. */
export type ProvidedFunction = 'compartmentsCover' | 'compartmentHeld';

/** Facts of a template with a value in one slot and a time, in seconds, in another. */
export interface TimedSlot {
  readonly template: string;
  readonly slot: string;
  readonly timestamp: string;
}

/** What a temporal function answers, of the facts that are there when the first rule fires. */
export type TemporalMeaning =
  /** Number of facts with these values in the slots. Arguments: the values. */
  | { readonly kind: 'count'; readonly template: string; readonly slots: readonly string[] }
  /** Number of those less than so many seconds old. Arguments: the values, the seconds. */
  | {
      readonly kind: 'recent';
      readonly template: string;
      readonly slots: readonly string[];
      readonly timestamp: string;
    }
  /** Number of different values of `counted` in the group of facts that has the most. No arguments. */
  | {
      readonly kind: 'most-distinct';
      readonly template: string;
      readonly groups: readonly string[];
      readonly counted: string;
    }
  /** Whether there are facts, one a step, at increasing times. Arguments: a value a step, the seconds. */
  | { readonly kind: 'sequence'; readonly steps: readonly TimedSlot[] }
  /** Of the facts that are there when a module gets the focus. Arguments: the parameters. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate<Expression> };

/** Makes text of what a slot of a type holds: a function in the constructs, the runtime in the matcher. */
export interface TextFunction {
  /** Of the function in the constructs. */
  readonly name: string;
  readonly type: SlotType;
  readonly list: boolean;
}

export interface TemporalFunction {
  /** Of the function in the constructs. */
  readonly name: string;
  readonly meaning: TemporalMeaning;
}

/** Expressions of a rule are typed when the whole ruleset was checked; `E` is a plain Expression before. */
export interface Rule<E extends Expression = TypedExpression> {
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly salience: number;
  readonly when: readonly ConditionElement<E>[];
  readonly then: Consequence<E>;
  /** Of a row of a decision table, when cells are asked for (CheckOptions): those that ask something. */
  readonly cells?: readonly RowCell<E>[];
  /** What the author calls the values of its aggregates; left out when it has none. */
  readonly aggregates?: readonly NamedAggregate[];
  readonly at: Span;
}

/** An aggregate of a rule. The call stands wherever its variable stood. */
export interface NamedAggregate {
  /** The variable, without the `?` or `$?`; of one without a variable, what it computes. */
  readonly name: string;
  readonly call: Expression;
}

/** A cell of a row: what it asks of a match of the table's patterns. */
export interface RowCell<E extends Expression = TypedExpression> {
  /** The column, as it is written. */
  readonly input: string;
  readonly expression: E;
  /** Of the first cell in its column with the same text. */
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
  /** Connected by `&`. INVARIANT: a positive literal stands alone or after a leading variable (clips-order.md, 2.4). */
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

/** Hidden fact asserted anew just before each run; rules with temporal conditions match it last. */
export const TICK_TEMPLATE = '__service_tick';
/** Hidden fact asserted before all else when a module with aggregates gets the focus; its rules match theirs last. */
export const STAGE_TEMPLATE = '__service_stage';
/** The rule that asserts it, first of its module. */
export const STAGE_RULE = '__stage';
/** Templates of facts that are there while rules fire, and gone when the run has ended. */
export const RUN_TEMPLATES: ReadonlySet<string> = new Set([TICK_TEMPLATE, STAGE_TEMPLATE]);
/** Hidden fact that a firing asserts first. */
export const DECISION_TEMPLATE = '__service_decision';
/** Hidden facts that a firing asserts next, one an obligation. */
export const OBLIGATION_TEMPLATE = '__service_obligation';

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

/** What the caller must do besides, when the rule's action wins. */
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
