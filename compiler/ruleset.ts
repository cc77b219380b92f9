/**
 * The checked ruleset: every name resolved, every literal typed, every operator lowered to the constraints and
 * expressions of CLIPS. What the check phase hands to the plan and to both emitters. Plain readonly data.
 */
import type { Span } from './diagnostics/position.ts';
import type { Expression, FunctionDefinition } from './expression/expression.ts';

export type SlotType = 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT';

/** A typed constant. An INTEGER is a number while it is a safe integer and a bigint beyond (64 bits, signed). */
export type Literal =
  | { readonly type: 'STRING'; readonly value: string }
  | { readonly type: 'SYMBOL'; readonly value: string }
  | { readonly type: 'INTEGER'; readonly value: number | bigint }
  | { readonly type: 'FLOAT'; readonly value: number };

export interface Ruleset {
  /** Name for people: `ruleset:` of the first document that has one, else the file's or folder's name. */
  readonly name: string;
  readonly version: string | null;
  readonly decide: DecideMode;
  readonly templates: readonly Template[];
  /** Declared ones, and MAIN when it was declared or holds rules. */
  readonly modules: readonly Module[];
  /** Module names in the order in which they are focused; MAIN is last unless named. */
  readonly focusOrder: readonly string[];
  readonly hierarchies: readonly Hierarchy[];
  /** Deffunctions in the order in which CLIPS must load them, those made by the compiler included. */
  readonly functions: readonly RulesetFunction[];
  /** What the functions of kind `temporal` that conditions call mean; the matcher answers them from counters. */
  readonly temporal: readonly TemporalFunction[];
  /** In load order. */
  readonly rules: readonly Rule[];
}

export type DecideMode = 'deny-overrides' | 'allow-overrides' | 'last' | 'first';

export interface Template {
  readonly name: string;
  readonly description: string;
  readonly scope: 'session' | 'fleet';
  /** In declaration order. */
  readonly slots: readonly Slot[];
  readonly at: Span;
}

export interface Slot {
  readonly name: string;
  readonly type: SlotType;
  readonly required: boolean;
  /** Copied into a fact that leaves the slot out; null: none declared (a rule's assert then takes CLIPS' default). */
  readonly default: Literal | null;
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
  readonly definition: FunctionDefinition;
}

/** Facts of a template with a value in one slot and a time, in seconds, in another. */
export interface TimedSlot {
  readonly template: string;
  readonly slot: string;
  readonly timestamp: string;
}

/** What a temporal function answers, of the facts that are there when the first rule fires. */
export type TemporalMeaning =
  /** Number of facts with this value in the slot. Argument: the value. */
  | { readonly kind: 'count'; readonly template: string; readonly slot: string }
  /** Number of those less than so many seconds old. Arguments: the value, the seconds. */
  | ({ readonly kind: 'recent' } & TimedSlot)
  /** Number of different values of `counted` in the group of facts that has the most. No arguments. */
  | {
      readonly kind: 'most-distinct';
      readonly template: string;
      readonly group: string;
      readonly counted: string;
    }
  /** Whether there are facts, one a step, at increasing times. Arguments: a value a step, the seconds. */
  | { readonly kind: 'sequence'; readonly steps: readonly TimedSlot[] };

export interface TemporalFunction {
  /** Of the function in the constructs. */
  readonly name: string;
  readonly meaning: TemporalMeaning;
}

export interface Rule {
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly salience: number;
  readonly when: readonly ConditionElement[];
  readonly then: Consequence;
  readonly at: Span;
}

/** `forall` is lowered to not(each and not(must)), as CLIPS itself does. */
export type ConditionElement =
  | Pattern
  | { readonly kind: 'test'; readonly expression: Expression; readonly at: Span }
  | { readonly kind: 'not'; readonly element: ConditionElement; readonly at: Span }
  | {
      readonly kind: 'exists' | 'and' | 'or';
      readonly elements: readonly ConditionElement[];
      readonly at: Span;
    };

export interface Pattern {
  readonly kind: 'pattern';
  /** A declared template, or the hidden tick (see TICK_TEMPLATE). */
  readonly template: string;
  /** Variable that binds the fact address (`?f <- …`), or null. */
  readonly address: string | null;
  /** In the order written. At most one field a slot. */
  readonly fields: readonly Field[];
  readonly at: Span;
}

export interface Field {
  readonly slot: string;
  /** Connected by `&`. INVARIANT: a positive literal stands alone or after a leading variable (clips-order 2.4). */
  readonly constraints: readonly Constraint[];
}

export type Constraint =
  | { readonly kind: 'variable'; readonly name: string; readonly negated: boolean; readonly at: Span }
  | { readonly kind: 'literal'; readonly value: Literal; readonly negated: boolean; readonly at: Span }
  | { readonly kind: 'predicate'; readonly expression: Expression; readonly at: Span };

/** Hidden fact asserted anew just before each run; rules with temporal conditions match it last. */
export const TICK_TEMPLATE = '__service_tick';
/** Hidden fact that a firing asserts first. */
export const DECISION_TEMPLATE = '__service_decision';

export type ActionName = 'allow' | 'deny' | 'escalate' | 'scope' | 'route';

export interface Consequence {
  readonly action: ActionName | null;
  /** Text parts and variables of the reason, in order; empty: the empty reason. */
  readonly reason: readonly ReasonPart[];
  readonly log: 'none' | 'summary' | 'full';
  readonly notify: readonly string[];
  readonly attestation: boolean;
  readonly scope: string | null;
  /** The rule's metadata with then.metadata over it, keys in order; values as text. */
  readonly metadata: readonly (readonly [string, string])[];
  /** In document order: asserts, then retracts, then modifies. */
  readonly effects: readonly Effect[];
}

export type ReasonPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'variable'; readonly name: string };

export type Effect =
  | {
      readonly kind: 'assert';
      readonly template: string;
      readonly slots: readonly SlotValue[];
      readonly at: Span;
    }
  | { readonly kind: 'retract'; readonly address: string; readonly at: Span }
  | {
      readonly kind: 'modify';
      readonly address: string;
      readonly template: string;
      readonly slots: readonly SlotValue[];
      readonly at: Span;
    };

export interface SlotValue {
  readonly slot: string;
  readonly value: Expression;
}
