/** Expressions as the check hands them on: every part with its type, every call with what it calls. */
import type { TemporalFunction } from '../../temporal-meaning.ts';
import type { FunctionName } from '../functions/table.ts';
import type { FunctionRow } from '../functions/row.ts';
import type { TextTest, TextTestName } from '../functions/text-tests.ts';
import type {
  BindExpression,
  BreakExpression,
  CallExpression,
  Expression,
  FactQueryExpression,
  FactSlotExpression,
  ForeachExpression,
  IfExpression,
  LiteralExpression,
  LoopForCountExpression,
  PrognExpression,
  ReturnExpression,
  SwitchExpression,
  VariableExpression,
  WhileExpression,
} from './expression.ts';
import type { StaticType } from '../static-type.ts';

/** Known properties of the value of an expression. */
export interface Typed {
  /** NOTHING when there never is a value: it returns or breaks. */
  readonly valueType: StaticType;
  /** Evaluating it can raise an evaluation error, or does more than give a value. */
  readonly canFail: boolean;
}

/** A deffunction made for the types of the arguments of some calls. */
export interface FunctionVersion {
  /** Place of its body among the functions of the ruleset. */
  readonly id: number;
  /** Name of the deffunction. */
  readonly name: string;
  /** Types of the named parameters in order; ANY is a boxed value. */
  readonly parameterTypes: readonly StaticType[];
  /** Further arguments become one multifield. */
  readonly variadic: boolean;
  readonly result: StaticType;
}

export type CallTarget =
  | { readonly kind: 'function'; readonly row: FunctionRow<FunctionName> }
  /** `order`: what compares two fields. */
  | { readonly kind: 'sort'; readonly order: SortOrder }
  | { readonly kind: 'deffunction'; readonly version: FunctionVersion }
  | { readonly kind: 'temporal'; readonly temporal: TemporalFunction }
  /** The time of the evaluation. */
  | { readonly kind: 'now' }
  /** A regular expression on the second argument. */
  | { readonly kind: 'matches'; readonly pattern: string }
  /** A test of a text that the runtime provides. */
  | { readonly kind: 'text-test'; readonly test: TextTest<TextTestName> }
  | { readonly kind: 'host' };

export interface SortOrder extends Typed {
  readonly target: CallTarget;
}

/**
 * A shorter form of a call with the same meaning. `operand`: the argument that is searched or cut; the other one is a
 * literal.
 */
export type CallShortcut =
  /** `str-index` compared with FALSE or 1. */
  | {
      readonly kind: 'search';
      readonly method: 'includes' | 'startsWith';
      readonly operand: 0 | 1;
      readonly isNegated: boolean;
    }
  /** The last characters of a text compared with a literal. */
  | { readonly kind: 'ending'; readonly ending: string; readonly operand: 0 | 1; readonly isNegated: boolean }
  /** An ordering with a constant beyond all safe integers, less an integer. `whenFar`: its result for safe integers. */
  | { readonly kind: 'far-difference'; readonly whenFar: boolean };

export interface TypedCall extends CallExpression<TypedExpression>, Typed {
  readonly target: CallTarget;
  readonly shortcut: CallShortcut | null;
}

export type TypedExpression =
  | (LiteralExpression & Typed)
  | (VariableExpression & Typed)
  | TypedCall
  | (IfExpression<TypedExpression> & Typed)
  | (WhileExpression<TypedExpression> & Typed)
  | (LoopForCountExpression<TypedExpression> & Typed)
  | (PrognExpression<TypedExpression> & Typed)
  | (ForeachExpression<TypedExpression> & Typed)
  | (SwitchExpression<TypedExpression> & Typed)
  | (BindExpression<TypedExpression> & Typed)
  | (ReturnExpression<TypedExpression> & Typed)
  | (BreakExpression & Typed)
  | (FactQueryExpression<TypedExpression> & Typed)
  | (FactSlotExpression & Typed);

/** Properties that typing adds to an expression: two expressions that differ in nothing else say the same. */
export const TYPING_KEYS: ReadonlySet<string> = new Set<keyof Typed | 'target' | 'shortcut'>([
  'valueType',
  'canFail',
  'target',
  'shortcut',
]);

/** The body of a version, typed for it. */
export interface TypedFunction {
  readonly version: FunctionVersion;
  readonly parameters: readonly string[];
  readonly wildcard: string | null;
  readonly body: readonly TypedExpression[];
  /** Variables that `bind` sets; a parameter that is bound is among them. */
  readonly locals: ReadonlyMap<string, TypedLocal>;
}

interface TypedLocal {
  readonly type: StaticType;
  /** It may be read before it has a value. */
  readonly mayBeUnbound: boolean;
}

/** True if an `if` chooses between two values, without statements. */
export function isChoice(expression: IfExpression): boolean {
  return [expression.then, expression.else].every(
    (branch) => branch.length <= 1 && !branch.some(needsStatements),
  );
}

function needsStatements(expression: Expression): boolean {
  switch (expression.kind) {
    case 'while':
    case 'loop-for-count':
    case 'progn':
    case 'foreach':
    case 'switch':
    case 'fact-query':
    case 'return':
    case 'break':
      return true;
    default:
      return false;
  }
}
