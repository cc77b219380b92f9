import type { BindExpression } from '../../../language/expression/expression.ts';
import { BOOLEAN, MULTIFIELD, representation, type StaticType } from '../../../language/static-type.ts';
import type { Typed, TypedExpression } from '../../../language/expression/typed-expression.ts';
import { code, literal, typed, type Code } from '../code/code.ts';
import { DROP, emitActions, emitValue, type EmitContext, type Target } from './expression-context.ts';
import { convert, typeScriptType } from './expression-convert.ts';
import { spliced } from './spliced.ts';
import type { TypedCode } from './typed-code.ts';

export const FALSE_VALUE: TypedCode = {
  code: literal(false),
  type: BOOLEAN,
  canFail: false,
  literal: { type: 'SYMBOL', value: 'FALSE' },
  simple: true,
};

/** Hands a value to its target. */
export function deliver(value: TypedCode, target: Target, context: EmitContext): readonly Code[] {
  switch (target.kind) {
    case 'drop':
      return value.canFail ? [code`void (${value.code});`] : [];
    case 'return':
      return [code`return ${convert(value, representation(target.type), context)};`];
    case 'assign':
      return [code`${target.variable} = ${convert(value, representation(target.type), context)};`];
  }
}

/**
 * A loop whose value is that of its last action in its last round: kept in a variable if it is used. The
 * variable starts as FALSE, the value of a loop without a round.
 */
export function collectLast(
  { body, valueType: type }: Typed & { readonly body: readonly TypedExpression[] },
  inner: EmitContext,
  context: EmitContext,
  target: Target,
  loop: (body: readonly Code[]) => readonly Code[],
): readonly Code[] {
  if (target.kind === 'drop') return loop(emitActions(body, inner, DROP));
  const kind = representation(type);
  const last = context.local('last');
  const statements = loop(emitActions(body, inner, { kind: 'assign', variable: last, type }));
  const start = convert(FALSE_VALUE, kind, context);
  return [
    code`let ${last}${typed(typeScriptType(kind, context))} = ${start};`,
    ...statements,
    ...deliver({ code: last, type, canFail: false, simple: true }, target, context),
  ];
}

/** The value that `bind` sets, in the type of the variable. */
export function emitBoundValue(
  expression: BindExpression<TypedExpression>,
  type: StaticType,
  context: EmitContext,
): Code {
  const values = expression.values.map((value) => emitValue(value, context));
  const [only] = values;
  if (only && values.length === 1) return convert(only, representation(type), context);
  const list: TypedCode = { code: spliced(values, context), type: MULTIFIELD, canFail: false };
  return convert(list, representation(type), context);
}
