import { representation } from '../../../language/static-type.ts';
import type { TypedCall, TypedExpression } from '../../../language/expression/typed-expression.ts';
import { code, type Code } from '../code/code.ts';
import { argumentsOf } from '../../../language/expression/arguments-of.ts';
import { emitValue, type EmitContext } from './expression-context.ts';
import { call } from './runtime-names.ts';
import { FUNCTION_CODE } from './functions/table.ts';
import type { TypedCode } from './typed-code.ts';

/** A constant from here on lies beyond every safe integer by more than a safe integer. */
const FAR = 2n ** 54n;

type Ordering = '<' | '<=' | '>' | '>=';

/** Result of each ordering with a small number on its left and a distant one on its right. */
const SMALL_BEFORE_FAR: Readonly<Record<Ordering, boolean>> = {
  '<': true,
  '<=': true,
  '>': false,
  '>=': false,
};

/**
 * `(> a (- 9223372036854775807 b))`, by which functions ask whether a sum leaves 64 bits. Of numbers as they come the answer is
 * known without subtracting, which would make a bigint. `null` for any other call.
 */
export function emitFarDifference(expression: TypedCall, context: EmitContext): Code | null {
  const { name } = expression;
  const [left, right] = expression.args;
  if (!isOrdering(name) || expression.args.length !== 2 || left === undefined || right === undefined)
    return null;
  const subtracted = subtractedFromFar(right);
  if (subtracted === null) return null;
  const { scope } = context;
  const [value, less] = [emitValue(left, context), emitValue(subtracted, context)];
  if (!isPlain(value) || !isPlain(less)) return null;
  const atAGlance = call(scope, 'isFarBelow', value.code, less.code);
  const compared = FUNCTION_CODE[name]([value, emitValue(right, context)], scope);
  return SMALL_BEFORE_FAR[name] ? code`(${atAGlance} || ${compared})` : code`(!${atAGlance} && ${compared})`;
}

function isOrdering(name: string): name is Ordering {
  return Object.hasOwn(SMALL_BEFORE_FAR, name);
}

/** The x of `(- CONSTANT x)`; null for any other expression. */
function subtractedFromFar(expression: TypedExpression): TypedExpression | null {
  const [from, subtracted] = argumentsOf(expression, '-', 2);
  const isFar = from?.kind === 'literal' && from.value.type === 'INTEGER' && from.value.value >= FAR;
  return isFar && subtracted !== undefined ? subtracted : null;
}

/** May be written twice, and a JavaScript number that it holds is an INTEGER. */
function isPlain({ simple, type }: TypedCode): boolean {
  const held = representation(type);
  return simple === true && (held === 'integer' || held === 'value');
}
