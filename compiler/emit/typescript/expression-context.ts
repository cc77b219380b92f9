import type { Expression } from '../../expression/expression.ts';
import type { EmitScope } from '../../expression/scope.ts';
import type { StaticType, TypedCode } from '../../expression/static-type.ts';
import { typeOf, typeOfActions } from '../../expression/check.ts';
import type { Typing } from '../../expression/typing.ts';
import { identifier, type Code } from '../../write/code.ts';

/** What the code of one place inside an expression may refer to. */
export interface EmitContext {
  readonly scope: EmitScope;
  /** Variables that do not change: loop variables, and parameters that no `bind` sets. */
  readonly constants: ReadonlyMap<string, TypedCode>;
  /** Variables that `bind` sets, of the function around. */
  readonly locals: ReadonlyMap<string, LocalVariable>;
  /** Fact variables of the queries around. */
  readonly facts: ReadonlyMap<string, FactVariable>;
  /** Type that the function around answers. */
  readonly returns: StaticType;
  /** Label of the block that `break` leaves; null: the innermost JavaScript loop. */
  readonly breakLabel: Code | null;
}

export interface LocalVariable {
  readonly code: Code;
  readonly type: StaticType;
  /** Reads must check that there is a value. */
  readonly checked: boolean;
  /** What `(bind ?x)` sets it to: nothing, or the argument when it is a parameter. */
  readonly unbound: Code;
}

export interface FactVariable {
  readonly code: Code;
  readonly templates: readonly string[];
}

export const UNDEFINED = identifier('undefined');

export function outermostContext(scope: EmitScope): EmitContext {
  return { scope, constants: new Map(), locals: new Map(), facts: new Map(), returns: 0, breakLabel: null };
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

/** The static type of an expression at this place, as the checker inferred it. */
export function typeAt(expression: Expression, context: EmitContext): StaticType {
  return typeOf(expression, typingAt(context), true);
}

/** The static type of the last of some actions. */
export function typeOfLast(actions: readonly Expression[], context: EmitContext): StaticType {
  return typeOfActions(actions, typingAt(context), true);
}

function typingAt(context: EmitContext): Typing {
  const { scope } = context;
  return {
    outer: (name) => scope.variable(name)?.type ?? null,
    functionOf: (name) => scope.deffunction(name)?.signature ?? null,
    templates: scope.templates,
    report: null,
    locals: { types: new Map([...context.locals].map(([name, { type }]) => [name, type])), returned: 0 },
    loops: new Map([...context.constants].map(([name, { type }]) => [name, { type, form: '' }])),
    facts: new Map([...context.facts].map(([name, { templates }]) => [name, templates])),
    inQueryTest: false,
    names: { functions: [], variables: [] },
  };
}
