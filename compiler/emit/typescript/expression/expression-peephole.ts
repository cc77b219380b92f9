import type { TypedCall, TypedExpression } from '../../../language/expression/typed-expression.ts';
import { asLexeme } from './functions/arguments.ts';
import type { Literal } from '../../../ruleset.ts';
import { code, type Code } from '../code/code.ts';
import { emitValue, type EmitContext } from './expression-context.ts';

/**
 * Shorter code for common expressions of the same meaning; null when the expression is none of them. A position that
 * is only compared with FALSE or 1 need not be counted in characters.
 */
export function emitPeephole(expression: TypedCall, context: EmitContext): Code | null {
  if ((expression.name !== 'eq' && expression.name !== 'neq') || expression.args.length !== 2) return null;
  const [a, b] = expression.args;
  if (a === undefined || b === undefined) return null;
  return emitFound(expression.name, a, b, context) ?? emitFound(expression.name, b, a, context);
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
