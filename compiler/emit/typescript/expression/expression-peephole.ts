import { isPlainText } from '../../../language/static-type.ts';
import type { VariableExpression } from '../../../language/expression/expression.ts';
import type { TypedCall, TypedExpression } from '../../../language/expression/typed-expression.ts';
import { argumentsOf } from '../../../language/expression/arguments-of.ts';
import { asLexeme } from './functions/arguments.ts';
import type { Literal } from '../../../ruleset.ts';
import { code, literal, type Code } from '../code/code.ts';
import { emitValue, type EmitContext } from './expression-context.ts';

/**
 * Shorter code for common expressions of the same meaning; null when the expression is none of them. A position that
 * is only compared with FALSE or 1 need not be counted in characters.
 */
export function emitPeephole(expression: TypedCall, context: EmitContext): Code | null {
  if ((expression.name !== 'eq' && expression.name !== 'neq') || expression.args.length !== 2) return null;
  const { name } = expression;
  const [a, b] = expression.args;
  if (a === undefined || b === undefined) return null;
  return emitCompared(name, a, b, context) ?? emitCompared(name, b, a, context);
}

function emitCompared(
  comparison: 'eq' | 'neq',
  found: TypedExpression,
  expected: TypedExpression,
  context: EmitContext,
): Code | null {
  return emitFound(comparison, found, expected, context) ?? emitEnding(comparison, found, expected, context);
}

/** `(neq (str-index p s) FALSE)`, `(eq (str-index p s) 1)` and their opposites. */
function emitFound(
  comparison: 'eq' | 'neq',
  search: TypedExpression,
  expected: TypedExpression,
  context: EmitContext,
): Code | null {
  if (search.kind !== 'call' || search.name !== 'str-index' || search.args.length !== 2) return null;
  const method = expected.kind === 'literal' ? methodFor(expected.value) : null;
  if (method === null) return null;
  const { scope } = context;
  const args = search.args.map((arg) => emitValue(arg, context));
  const [sought, text] = args.map((arg, i) => asLexeme(arg, 'str-index', i + 1, scope));
  if (sought === undefined || text === undefined) return null;
  const found = code`${text}.${method.name}(${sought})`;
  const negated = (comparison === 'neq') !== method.negated;
  return negated ? code`!${found}` : found;
}

/** `(eq (sub-string (- (str-length s) LENGTH-1) (str-length s) s) ENDING)`: the last characters, as `ends_with` compares them. */
function emitEnding(
  comparison: 'eq' | 'neq',
  tail: TypedExpression,
  ending: TypedExpression,
  context: EmitContext,
): Code | null {
  if (ending.kind !== 'literal' || ending.value.type !== 'STRING') return null;
  const { value } = ending.value;
  const subject = endOf(tail, [...value].length);
  // An ending that begins with half a character could be found in the middle of one.
  if (subject === null || LOW_SURROGATE.test(value)) return null;
  const found = code`${emitValue(subject, context).code}.endsWith(${literal(value)})`;
  return comparison === 'eq' ? found : code`!${found}`;
}

const LOW_SURROGATE = /^[\udc00-\udfff]/;

/** The text whose last `count` characters an expression takes; null for anything else. */
function endOf(tail: TypedExpression, count: number): TypedExpression | null {
  const [from, to, text] = argumentsOf(tail, 'sub-string', 3);
  if (from === undefined || to === undefined || text?.kind !== 'variable') return null;
  if (!isPlainText(text.valueType)) return null;
  const [end, before] = argumentsOf(from, '-', 2);
  const isEnd = end !== undefined && isLengthOf(end, text) && isLengthOf(to, text);
  const isBefore =
    before?.kind === 'literal' && before.value.type === 'INTEGER' && before.value.value === count - 1;
  return isEnd && isBefore ? text : null;
}

function isLengthOf(length: TypedExpression, { name }: VariableExpression): boolean {
  const [text] = argumentsOf(length, 'str-length', 1);
  return text?.kind === 'variable' && text.name === name;
}

interface Method {
  readonly name: Code;
  readonly negated: boolean;
}

function methodFor(expected: Literal): Method | null {
  if (expected.type === 'SYMBOL' && expected.value === 'FALSE')
    return { name: code`includes`, negated: true };
  return expected.type === 'INTEGER' && expected.value === 1
    ? { name: code`startsWith`, negated: false }
    : null;
}
