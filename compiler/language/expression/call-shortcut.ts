/** Calls that a target can write shorter with the same meaning. The emitters only print what is decided here. */
import { argumentsOf } from './arguments-of.ts';
import { isPlainText, representation } from '../static-type.ts';
import type { CallShortcut, TypedCall, TypedExpression } from './typed-expression.ts';

/** A constant from here on lies beyond every safe integer by more than a safe integer. */
const FAR = 2n ** 54n;

const LOW_SURROGATE = /^[\udc00-\udfff]/;

/** Returns the shorter form of a call; `null` if it has none. */
export function shortcutOf(call: Pick<TypedCall, 'name' | 'args'>): CallShortcut | null {
  const [left, right] = call.args;
  if (left === undefined || right === undefined || call.args.length !== 2) return null;
  switch (call.name) {
    case 'eq':
    case 'neq': {
      const isEqual = call.name === 'eq';
      return compared(left, right, 0, isEqual) ?? compared(right, left, 1, isEqual);
    }
    case '<':
    case '<=':
      return farDifference(left, right, true);
    case '>':
    case '>=':
      return farDifference(left, right, false);
    default:
      return null;
  }
}

function compared(
  found: TypedExpression,
  expected: TypedExpression,
  operand: 0 | 1,
  isEqual: boolean,
): CallShortcut | null {
  if (expected.kind !== 'literal') return null;
  const { type, value } = expected.value;
  if (argumentsOf(found, 'str-index', 2).length > 0) {
    // A position that is only compared with FALSE or 1 need not be counted in characters.
    if (type === 'SYMBOL' && value === 'FALSE')
      return { kind: 'search', method: 'includes', operand, isNegated: isEqual };
    return type === 'INTEGER' && value === 1
      ? { kind: 'search', method: 'startsWith', operand, isNegated: !isEqual }
      : null;
  }
  // An ending that begins with half a character could be found in the middle of one.
  if (type !== 'STRING' || LOW_SURROGATE.test(value)) return null;
  return takesLast(found, [...value].length)
    ? { kind: 'ending', ending: value, operand, isNegated: !isEqual }
    : null;
}

/** True for `(sub-string (- (str-length s) COUNT-1) (str-length s) s)`, the last characters as `ends_with` takes them. */
function takesLast(tail: TypedExpression, count: number): boolean {
  const [from, to, text] = argumentsOf(tail, 'sub-string', 3);
  if (from === undefined || to === undefined || text?.kind !== 'variable') return false;
  if (!isPlainText(text.valueType)) return false;
  const [end, before] = argumentsOf(from, '-', 2);
  return (
    end !== undefined &&
    isLengthOf(end, text.name) &&
    isLengthOf(to, text.name) &&
    before?.kind === 'literal' &&
    before.value.type === 'INTEGER' &&
    before.value.value === count - 1
  );
}

function isLengthOf(length: TypedExpression, name: string): boolean {
  const [text] = argumentsOf(length, 'str-length', 1);
  return text?.kind === 'variable' && text.name === name;
}

/**
 * `(> a (- 9223372036854775807 b))`, by which functions test whether a sum leaves 64 bits. For JavaScript numbers the
 * result is known without a subtraction, which would make a bigint.
 */
function farDifference(
  value: TypedExpression,
  difference: TypedExpression,
  whenFar: boolean,
): CallShortcut | null {
  const [from, subtracted] = argumentsOf(difference, '-', 2);
  const isFar = from?.kind === 'literal' && from.value.type === 'INTEGER' && from.value.value >= FAR;
  if (!isFar || subtracted === undefined) return null;
  return isRepeatable(value) && isRepeatable(subtracted) ? { kind: 'far-difference', whenFar } : null;
}

/** True if it may be written twice, and a JavaScript number that it holds is an INTEGER. */
function isRepeatable(expression: TypedExpression): boolean {
  const held = representation(expression.valueType);
  if (held !== 'integer' && held !== 'value') return false;
  return expression.kind === 'literal' || (expression.kind === 'variable' && !expression.canFail);
}
