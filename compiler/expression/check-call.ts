import { closestName } from '../diagnostics/suggest.ts';
import { FUNCTIONS, HOST_PREFIX } from '../functions/table.ts';
import { REFUSAL_REASONS, REFUSED } from '../functions/refused.ts';
import { acceptedType, MANY, type FunctionRow } from '../functions/row.ts';
import { checkRegex } from '../regex/check-regex.ts';
import { typeOf } from './check.ts';
import type { CallExpression, Expression } from './expression.ts';
import type { FunctionSignature } from './scope.ts';
import {
  ANY,
  BOOLEAN,
  describeType,
  FLOAT,
  LEXEME,
  mayBeEqual,
  MULTIFIELD,
  type StaticType,
} from './static-type.ts';
import type { Typing } from './typing.ts';

/** Result type of a call; unknown names, wrong numbers of arguments and types that never fit are reported. */
export function checkCall(expression: CallExpression, typing: Typing): StaticType {
  const types = expression.args.map((arg) => typeOf(arg, typing, true));
  if (expression.name === 'sort') return checkSort(expression, typing);
  const row = FUNCTIONS.get(expression.name);
  if (row !== undefined) return checkRow(row, expression, types, typing);
  const signature = typing.functionOf(expression.name);
  if (signature !== null) return checkSignature(signature, expression, typing);
  if (expression.name.startsWith(HOST_PREFIX)) return checkHostCall(expression, types, typing);
  reportUnknown(expression, typing);
  return ANY;
}

function checkRow(
  row: FunctionRow,
  expression: CallExpression,
  types: readonly StaticType[],
  typing: Typing,
): StaticType {
  if (!checkCount(row.min, row.max, expression, typing)) return row.result(types.map(() => ANY));
  checkTypes(expression, types, (i) => acceptedType(row, i), typing);
  return row.result(types);
}

function checkTypes(
  { name, args, at }: CallExpression,
  types: readonly StaticType[],
  acceptedAt: (index: number) => StaticType,
  typing: Typing,
): void {
  types.forEach((type, i) => {
    const accepted = acceptedAt(i);
    if (type === 0 || mayBeEqual(type, accepted)) return;
    typing.report?.add('clips-argument-type', args[i]?.at ?? at, {
      name,
      position: i + 1,
      expected: describeType(accepted),
      found: describeType(type),
    });
  });
}

function checkCount(min: number, max: number, expression: CallExpression, typing: Typing): boolean {
  const found = expression.args.length;
  if (found >= min && found <= max) return true;
  const expected = min === max ? String(min) : max === MANY ? `${min} or more` : `${min} to ${max}`;
  typing.report?.add('clips-argument-count', expression.nameAt, { name: expression.name, expected, found });
  return false;
}

function checkSignature(
  signature: FunctionSignature,
  expression: CallExpression,
  typing: Typing,
): StaticType {
  const count = signature.parameters.length;
  checkCount(count, signature.variadic ? MANY : count, expression, typing);
  return signature.result;
}

/** The runtime provides two host functions itself; any other takes and answers what it likes. */
function checkHostCall(expression: CallExpression, types: readonly StaticType[], typing: Typing): StaticType {
  if (expression.name === 'service-now') {
    checkCount(0, 0, expression, typing);
    return FLOAT;
  }
  if (expression.name !== 'service-matches') return ANY;
  if (!checkCount(2, 2, expression, typing)) return BOOLEAN;
  checkTypes(expression, types, () => LEXEME, typing);
  checkPattern(expression.args[0] ?? expression, typing);
  return BOOLEAN;
}

/** A pattern is compiled with the ruleset, so it must be written in it. */
function checkPattern(pattern: Expression, typing: Typing): void {
  if (pattern.kind !== 'literal' || pattern.value.type !== 'STRING') {
    typing.report?.add('clips-pattern-computed', pattern.at);
    return;
  }
  const checked = checkRegex(pattern.value.value);
  if (!checked.ok) typing.report?.add('bad-pattern', pattern.at, { problem: checked.message });
}

/** `sort` takes the name of its comparison as a symbol; it must be known when the ruleset is compiled. */
function checkSort(expression: CallExpression, typing: Typing): StaticType {
  const [order] = expression.args;
  if (checkCount(1, MANY, expression, typing) && order !== undefined) {
    const name = order.kind === 'literal' && order.value.type === 'SYMBOL' ? order.value.value : null;
    if (name === null || !takesTwo(name, typing)) typing.report?.add('clips-sort-function', order.at);
  }
  return MULTIFIELD;
}

function takesTwo(name: string, typing: Typing): boolean {
  const row = FUNCTIONS.get(name);
  if (row !== undefined) return row.min <= 2 && row.max >= 2;
  const signature = typing.functionOf(name);
  if (signature === null) return false;
  return signature.parameters.length === 2 || (signature.variadic && signature.parameters.length < 2);
}

function reportUnknown(expression: CallExpression, typing: Typing): void {
  const { name, nameAt } = expression;
  const reason = REFUSED.get(name);
  if (reason !== undefined) {
    typing.report?.add('clips-refused-function', nameAt, { name, reason: REFUSAL_REASONS[reason] });
  } else {
    const suggestion = closestName(name, typing.names.functions);
    typing.report?.add('clips-unknown-function', nameAt, { name }, suggestion);
  }
}
