import type { EmitScope } from './emit-scope.ts';
import { NOTHING, type StaticType } from '../../../language/static-type.ts';
import type { TypedCode } from './typed-code.ts';
import type { TypedExpression } from '../../../language/expression/typed-expression.ts';
import { truth } from './expression-convert.ts';
import { identifier, type Code } from '../code/code.ts';

/** Use of the value of the last action. */
export type Target =
  | { readonly kind: 'drop' }
  | { readonly kind: 'return'; readonly type: StaticType }
  | { readonly kind: 'assign'; readonly variable: Code; readonly type: StaticType };

export const DROP: Target = { kind: 'drop' };

/** Through these the kinds of expressions reach one another. */
export interface Emitters {
  readonly value: (expression: TypedExpression, context: EmitContext) => TypedCode;
  readonly actions: (
    actions: readonly TypedExpression[],
    context: EmitContext,
    target: Target,
  ) => readonly Code[];
}

/** Scope of code at one place inside an expression. */
export interface EmitContext extends EmitScope {
  readonly emitters: Emitters;
  /** Variables that do not change: loop variables, and parameters that no `bind` sets. */
  readonly constants: ReadonlyMap<string, TypedCode>;
  /** Variables that `bind` sets, of the function around. */
  readonly locals: ReadonlyMap<string, LocalVariable>;
  /** Fact variables of the queries around. */
  readonly facts: ReadonlyMap<string, FactVariable>;
  /** Return type of the enclosing function. */
  readonly returns: StaticType;
  /** Label of the block that `break` leaves; null: the innermost JavaScript loop. */
  readonly breakLabel: Code | null;
}

export interface LocalVariable {
  readonly code: Code;
  readonly type: StaticType;
  /** True if reads must check that the variable has a value. */
  readonly checked: boolean;
  /** Value after `(bind ?x)`: nothing, or the argument for a parameter. */
  readonly unbound: Code;
}

export interface FactVariable {
  readonly code: Code;
  readonly templates: readonly string[];
}

export const UNDEFINED = identifier('undefined');

export function outermostContext(scope: EmitScope, emitters: Emitters): EmitContext {
  return {
    ...scope,
    emitters,
    constants: new Map(),
    locals: new Map(),
    facts: new Map(),
    returns: NOTHING,
    breakLabel: null,
  };
}

/** The same context with more variables that do not change. */
export function withConstants(
  context: EmitContext,
  added: readonly (readonly [string, TypedCode])[],
): EmitContext {
  return { ...context, constants: new Map([...context.constants, ...added]) };
}

export function withBreakLabel(context: EmitContext, breakLabel: Code | null): EmitContext {
  return { ...context, breakLabel };
}

/** The code of an expression at a place where its value is used. */
export function emitValue(expression: TypedExpression, context: EmitContext): TypedCode {
  return context.emitters.value(expression, context);
}

/** An expression as a JavaScript condition. */
export function emitTruth(expression: TypedExpression, context: EmitContext): Code {
  return truth(emitValue(expression, context), context);
}

/** Actions as statements; no action at all is FALSE. */
export function emitActions(
  actions: readonly TypedExpression[],
  context: EmitContext,
  target: Target,
): readonly Code[] {
  return context.emitters.actions(actions, context, target);
}
