import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import type { Hierarchy, Slot } from '../../ruleset.ts';
import type { Literal, SlotType } from '../../values.ts';
import type { InternalFunction } from './internal-function.ts';

/**
 * Kinds of operator arguments. Every kind but `values`, `pattern`, `hierarchy` and those that are written out also takes a reference
 * or a bound variable.
 */
export type ParameterKind =
  /** A literal of the slot's type, or a variable of exactly that type. */
  | 'value'
  /** A list of `value`, whose items become the operands; or a variable that names a list of such values. */
  | 'values'
  /** On a list slot: one value of the items' type. */
  | 'item'
  /** On a list slot: a list of such values, which is one operand. */
  | 'items'
  /** A map among the constants, whose keys become the operands. */
  | 'keys'
  /** How many: a whole number that is not negative, written out. */
  | 'size'
  /** A number of either type, or a variable of an INTEGER or FLOAT slot. */
  | 'number'
  /** Text, or a variable of a STRING or SYMBOL slot. */
  | 'text'
  /** Text, a list of texts, which is one operand, or a variable of either. */
  | 'texts'
  /** Text, a list of texts that is written out or a constant, which is one operand, or a variable of one text. */
  | 'text-or-texts'
  /** A regular expression: the raw text between the parentheses. */
  | 'pattern'
  /** A level of the hierarchy, which becomes its rank (an INTEGER literal), or a variable that holds a level. */
  | 'level'
  /** The name of one compartment, or a variable that holds one. */
  | 'compartment'
  /** Names joined by bars, or a variable that holds such a list. */
  | 'compartments'
  /** `HH:MM`, written out. */
  | 'time-of-day'
  /** The name of a time zone, written out. */
  | 'zone'
  /** Names of days of the week, written out: one operand. */
  | 'weekdays'
  /** A number with a unit (`15m`), written out: INTEGER milliseconds. */
  | 'duration'
  /** The name of a loaded hierarchy; it is not an operand but decides what the levels of the call are. */
  | 'hierarchy';

/** An argument after checking: a typed constant, or a variable of the constructs with the type of its slot. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal; readonly at: Span }
  /** A list written out; an item may be a variable. */
  | { readonly kind: 'list'; readonly items: readonly SingleOperand[]; readonly at: Span }
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly type: SlotType;
      /** It names a whole list. */
      readonly list: boolean;
      readonly at: Span;
    }
  /** Looked up in a map of the ruleset; `guard`: whether the map has the key. */
  | {
      readonly kind: 'computed';
      readonly type: SlotType;
      readonly expression: Expression;
      readonly guard: Expression;
      readonly at: Span;
    };

/** An operand that is one value. */
export type SingleOperand = Exclude<Operand, { kind: 'list' }>;

/** An operand that a constraint of CLIPS may be. */
export type PlainOperand = Exclude<SingleOperand, { kind: 'computed' }>;

/** Values of the slot that pass a test; lets the checker find conditions that can never hold together. */
export type Restriction =
  | { readonly kind: 'one-of'; readonly values: readonly Literal[] }
  | { readonly kind: 'none-of'; readonly values: readonly Literal[] }
  | { readonly kind: 'order'; readonly relation: OrderRelation; readonly value: number | bigint };

/** INVARIANT: only the `items`, the `texts`, the `text-or-texts` and, on a list slot, the `value` of an operator are lists. */
export function single(operand: Operand): SingleOperand {
  if (operand.kind === 'list') throw new TypeError('the checker gives lists to operators on lists only');
  return operand;
}

export type OrderRelation = '>' | '<' | '>=' | '<=';

/**
 * The meaning of one operator call. The form of `equals` depends on what else is said of the field (clips-order.md, 2.4),
 * so the field decides it; a predicate is built when the variable that leads the field is known.
 */
export type Lowered<O = SingleOperand> =
  | { readonly kind: 'equals'; readonly operand: O }
  | { readonly kind: 'none-of'; readonly operands: readonly O[] }
  | {
      readonly kind: 'predicate';
      readonly build: (subject: Expression) => Expression;
      /** Null when nothing is known before run time. */
      readonly restriction: Restriction | null;
    };

/** Services of the call site for an operator. */
export interface OperatorCall {
  readonly at: Span;
  readonly slot: Slot;
  /** The hierarchy that the call compares in; null for operators without a `level` parameter. */
  readonly hierarchy: Hierarchy | null;
  /** The variable of another slot of the same pattern; null (reported) when the template has no such slot. */
  readonly sibling: (slot: string) => Expression | null;
  /** Name under which an internal function is called; makes it part of the ruleset. */
  readonly internal: (definition: InternalFunction) => string;
}

export interface Operator {
  readonly name: string;
  readonly slotTypes: readonly SlotType[];
  /** Use on list slots: `only` those, or those `too` (default: single values only). */
  readonly lists?: 'only' | 'too';
  readonly parameters: readonly ParameterKind[];
  /** Problem of a literal text argument; null if it is valid. `isLiteral`: in `literal(…)`. */
  readonly problemOf?: (text: string, isLiteral: boolean) => string | null;
  /** INVARIANT: called with one operand for each parameter (`values`: one an item; `hierarchy`: none). */
  readonly lower: (call: OperatorCall, ...operands: readonly Operand[]) => readonly Lowered[];
}

/** Slot types that a list of literals can distinguish; for a BOOLEAN a list means all or one. */
export const ANY_SLOT: readonly SlotType[] = ['STRING', 'SYMBOL', 'INTEGER', 'FLOAT', 'TIME'];
export const EVERY_SLOT: readonly SlotType[] = [...ANY_SLOT, 'BOOLEAN'];
export const NUMBER_SLOT: readonly SlotType[] = ['INTEGER', 'FLOAT'];
export const TIME_SLOT: readonly SlotType[] = ['TIME'];
export const TEXT_SLOT: readonly SlotType[] = ['STRING', 'SYMBOL'];
