import type { Span } from '../../diagnostics/position.ts';
import type { Literal } from '../../values.ts';

/**
 * The CLIPS expression tree: what a `test`, a slot value, a function body and every lowered operator become. One tree
 * for both targets; it is printed as CLIPS text and compiled to TypeScript. Names are without `?`. `E`: of the parts.
 */
export type Expression =
  | LiteralExpression
  | VariableExpression
  | CallExpression
  | IfExpression
  | WhileExpression
  | LoopForCountExpression
  | PrognExpression
  | ForeachExpression
  | SwitchExpression
  | BindExpression
  | ReturnExpression
  | BreakExpression
  | FactQueryExpression
  | FactSlotExpression;

interface Located {
  readonly at: Span;
}

export interface LiteralExpression extends Located {
  readonly kind: 'literal';
  readonly value: Literal;
}

/** `?name`, or `$?name` (multifield) when `multi`. */
export interface VariableExpression extends Located {
  readonly kind: 'variable';
  readonly name: string;
  readonly multi: boolean;
}

/** A call of a function of the language, of a deffunction of the ruleset or of a host function (`service-…`). */
export interface CallExpression<E = Expression> extends Located {
  readonly kind: 'call';
  readonly name: string;
  /** Position of the name, for diagnostics about the function itself. */
  readonly nameAt: Span;
  readonly args: readonly E[];
}

export interface IfExpression<E = Expression> extends Located {
  readonly kind: 'if';
  readonly test: E;
  readonly then: readonly E[];
  readonly else: readonly E[];
}

export interface WhileExpression<E = Expression> extends Located {
  readonly kind: 'while';
  readonly test: E;
  readonly body: readonly E[];
}

/** `(loop-for-count (?v from to) do …)`; `variable` null when only a count was given; `from` defaults to 1. */
export interface LoopForCountExpression<E = Expression> extends Located {
  readonly kind: 'loop-for-count';
  readonly variable: string | null;
  readonly from: E;
  readonly to: E;
  readonly body: readonly E[];
}

export interface PrognExpression<E = Expression> extends Located {
  readonly kind: 'progn';
  readonly body: readonly E[];
}

/** `progn$` and `foreach`: `?variable` is each field, `?variable-index` its position; null: `(progn$ list …)`. */
export interface ForeachExpression<E = Expression> extends Located {
  readonly kind: 'foreach';
  readonly form: 'progn$' | 'foreach';
  readonly variable: string | null;
  readonly list: E;
  readonly body: readonly E[];
}

export interface SwitchExpression<E = Expression> extends Located {
  readonly kind: 'switch';
  readonly subject: E;
  readonly cases: readonly { readonly value: E; readonly body: readonly E[] }[];
  /** `null` without a `(default …)`: the switch then returns FALSE. */
  readonly default: readonly E[] | null;
}

/** `(bind ?x value…)`: local variables only; no value unbinds; several values make a multifield. */
export interface BindExpression<E = Expression> extends Located {
  readonly kind: 'bind';
  readonly name: string;
  readonly values: readonly E[];
}

/** Allowed only where the value of a function is decided; the language has no return without a value. */
export interface ReturnExpression<E = Expression> extends Located {
  readonly kind: 'return';
  readonly value: E;
}

export interface BreakExpression extends Located {
  readonly kind: 'break';
}

export type FactQueryForm =
  | 'any-factp'
  | 'find-fact'
  | 'find-all-facts'
  | 'do-for-fact'
  | 'do-for-all-facts'
  | 'delayed-do-for-all-facts';

/** Fact-set queries over `((?f template …) …)`; they only read. `body` is empty for the first three forms. */
export interface FactQueryExpression<E = Expression> extends Located {
  readonly kind: 'fact-query';
  readonly form: FactQueryForm;
  readonly sets: readonly {
    readonly variable: string;
    readonly templates: readonly string[];
    readonly at: Span;
  }[];
  readonly test: E;
  readonly body: readonly E[];
}

/** `?f:slot` inside a fact-set query. */
export interface FactSlotExpression extends Located {
  readonly kind: 'fact-slot';
  readonly variable: string;
  readonly slot: string;
}

/** A deffunction: one of the ruleset (raw), or made from a hierarchy. */
export interface FunctionDefinition {
  readonly name: string;
  readonly parameters: readonly string[];
  /** `$?rest`, or null. */
  readonly wildcard: string | null;
  readonly body: readonly Expression[];
  readonly at: Span;
}
