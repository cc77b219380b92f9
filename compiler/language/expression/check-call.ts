import { meantFunction } from '../../diagnostics/guesses.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import { FUNCTIONS, HOST_PREFIX, type FunctionName } from '../functions/table.ts';
import { TEXT_TESTS } from '../functions/text-tests.ts';
import { REFUSAL_REASONS, REFUSED } from '../functions/refused.ts';
import { acceptedType, MANY, type FunctionRow } from '../functions/row.ts';
import { checkRegex } from '../regex/check-regex.ts';
import { required } from '../../required.ts';
import type { TemporalMeaning } from '../../temporal-meaning.ts';
import { shortcutOf } from './call-shortcut.ts';
import type { CallExpression, Expression } from './expression.ts';
import { mayOverflow } from './integer-size.ts';
import {
  alwaysFits,
  ANY,
  BOOLEAN,
  describeType,
  FIELD,
  FLOAT,
  INTEGER,
  LEXEME,
  mayBeEqual,
  MULTIFIELD,
  NOTHING,
  type StaticType,
} from '../static-type.ts';
import type { CallTarget, Typed, TypedCall, TypedExpression } from './typed-expression.ts';
import { slotType, variableType, type Callee, type Typing } from './typing.ts';

type Resolved = Pick<TypedCall, 'target' | 'valueType' | 'canFail'>;

/** Counted as a host function: the called function is unknown, or this follows an error. */
const UNRESOLVED: CallTarget = { kind: 'host' };

/** A call with what it calls; unknown names, wrong numbers of arguments and types that never fit are reported. */
export function checkCall(expression: CallExpression, typing: Typing): TypedCall {
  const { name, nameAt, at } = expression;
  const args = expression.args.map((arg) => typing.typed(arg, typing, true));
  reportUnsigned(name, args, typing);
  const { target, valueType, canFail } = resolve(expression, args, typing);
  return {
    kind: 'call',
    name,
    nameAt,
    args,
    at,
    target,
    shortcut: shortcutOf({ name, args }),
    valueType,
    canFail,
  };
}

/** Calls that join texts. */
const JOINS = ['str-cat', 'sym-cat'];

/** Reports a word with the name of a variable where a call of the ruleset or a joined text would take its value. */
function reportUnsigned(name: string, args: readonly TypedExpression[], typing: Typing): void {
  // In a function, such words were reported as they were read.
  if (typing.report === null || typing.locals !== null) return;
  if (!JOINS.includes(name) && (FUNCTIONS.has(name) || typing.functionOf(name, []) === null)) return;
  for (const arg of args) {
    if (arg.kind !== 'literal' || arg.value.type !== 'SYMBOL') continue;
    const { value: text } = arg.value;
    if (variableType(typing, text) !== null)
      typing.report.add('clips-signed-variable', arg.at, { text, name: text });
  }
}

function resolve(expression: CallExpression, args: readonly TypedExpression[], typing: Typing): Resolved {
  const { name } = expression;
  if (name === 'sort') return checkSort(expression, typing);
  const row = FUNCTIONS.get(name);
  if (row !== undefined) return checkRow(row, expression, args, typing);
  const temporal = typing.temporal.get(name);
  if (temporal !== undefined) {
    const valueType = typeOfTemporal(temporal.meaning);
    const canFail = temporal.meaning.kind === 'aggregate' || args.some(fails);
    return { target: { kind: 'temporal', temporal }, valueType, canFail };
  }
  const callee = typing.functionOf(
    name,
    args.map(({ valueType }) => valueType),
  );
  if (callee !== null) return checkCallee(callee, expression, typing);
  if (name.startsWith(HOST_PREFIX)) return checkHostCall(expression, args, typing);
  reportUnknown(expression, typing);
  return { target: UNRESOLVED, valueType: ANY, canFail: true };
}

function fails({ canFail }: Typed): boolean {
  return canFail;
}

function checkRow(
  row: FunctionRow<FunctionName>,
  expression: CallExpression,
  args: readonly TypedExpression[],
  typing: Typing,
): Resolved {
  if (!checkCount(row.min, row.max, expression, typing)) {
    return { target: UNRESOLVED, valueType: row.result(args.map(() => ANY)), canFail: true };
  }
  checkTypes(expression, args, (i) => acceptedType(row, i), typing);
  return resolveRow(row, args);
}

function resolveRow(row: FunctionRow<FunctionName>, args: readonly (Typed | TypedExpression)[]): Resolved {
  return {
    target: { kind: 'function', row },
    valueType: row.result(args.map(({ valueType }) => valueType)),
    canFail:
      row.fails ||
      mayOverflow(row.name, args) ||
      args.some((arg, i) => arg.canFail || !alwaysFits(arg.valueType, acceptedType(row, i))),
  };
}

/** A call of a function of the language that the compiler itself writes; its arguments fit. */
export function typedCall(
  name: FunctionName,
  args: readonly TypedExpression[],
  at: CallExpression['at'],
): TypedCall {
  const row = required(FUNCTIONS.get(name), name);
  return {
    kind: 'call',
    name,
    nameAt: at,
    args,
    at,
    shortcut: shortcutOf({ name, args }),
    ...resolveRow(row, args),
  };
}

/** The name that the ruleset has for a function. */
const writtenName = (name: string): string => FUNCTIONS.get(name)?.written ?? name;

function checkTypes(
  call: CallExpression,
  args: readonly TypedExpression[],
  acceptedAt: (index: number) => StaticType,
  typing: Typing,
): void {
  const name = writtenName(call.name);
  args.forEach(({ valueType, at }, i) => {
    const accepted = acceptedAt(i);
    if (valueType === NOTHING || mayBeEqual(valueType, accepted)) return;
    typing.report?.add('clips-argument-type', at, {
      name,
      position: i + 1,
      expected: describeType(accepted),
      found: describeType(valueType),
    });
  });
}

function checkCount(min: number, max: number, expression: CallExpression, typing: Typing): boolean {
  const found = expression.args.length;
  if (found >= min && found <= max) return true;
  const expected = min === max ? String(min) : max === MANY ? `${min} or more` : `${min} to ${max}`;
  const name = writtenName(expression.name);
  typing.report?.add('clips-argument-count', expression.nameAt, { name, expected, found });
  return false;
}

function checkCallee(callee: Callee, expression: CallExpression, typing: Typing): Resolved {
  const { parameters, variadic } = callee.signature;
  checkCount(parameters.length, variadic ? MANY : parameters.length, expression, typing);
  return resolveCallee(callee);
}

function resolveCallee({ signature, version }: Callee): Resolved {
  return version === null
    ? { target: UNRESOLVED, valueType: signature.result, canFail: true }
    : { target: { kind: 'deffunction', version }, valueType: version.result, canFail: true };
}

function typeOfTemporal(meaning: TemporalMeaning): StaticType {
  if (meaning.kind !== 'aggregate') return meaning.kind === 'sequence' ? BOOLEAN : INTEGER;
  const { fold, of } = meaning.aggregate;
  if (fold === 'collect') return MULTIFIELD;
  return of === null || fold === 'distinct' ? INTEGER : slotType(of.type);
}

/** The runtime provides some host functions itself; any other takes and returns what it likes. */
function checkHostCall(
  expression: CallExpression,
  args: readonly TypedExpression[],
  typing: Typing,
): Resolved {
  const textTest = TEXT_TESTS.get(expression.name);
  if (textTest !== undefined) {
    if (!checkCount(2, 2, expression, typing))
      return { target: UNRESOLVED, valueType: BOOLEAN, canFail: true };
    const accepted = (i: number): StaticType => textTest.accepts[i] ?? LEXEME;
    checkTypes(expression, args, accepted, typing);
    const canFail = args.some((arg, i) => arg.canFail || !alwaysFits(arg.valueType, accepted(i)));
    return { target: { kind: 'text-test', test: textTest }, valueType: BOOLEAN, canFail };
  }
  switch (expression.name) {
    case 'service-now':
      checkCount(0, 0, expression, typing);
      return { target: { kind: 'now' }, valueType: FLOAT, canFail: false };
    case 'service-matches': {
      const [pattern, text] = args;
      if (!checkCount(2, 2, expression, typing) || pattern === undefined || text === undefined) {
        return { target: UNRESOLVED, valueType: BOOLEAN, canFail: true };
      }
      checkTypes(expression, args, () => LEXEME, typing);
      const target: CallTarget = { kind: 'matches', pattern: checkPattern(pattern, typing) };
      return { target, valueType: BOOLEAN, canFail: text.canFail || !alwaysFits(text.valueType, LEXEME) };
    }
    default:
      return { target: { kind: 'host' }, valueType: ANY, canFail: true };
  }
}

/** A pattern is compiled with the ruleset, so it must be written in it. */
function checkPattern(pattern: Expression, typing: Typing): string {
  if (pattern.kind !== 'literal' || pattern.value.type !== 'STRING') {
    typing.report?.add('clips-pattern-computed', pattern.at);
    return '';
  }
  const { value } = pattern.value;
  // An expression that is only typed was checked before.
  if (typing.report === null) return value;
  const checked = checkRegex(value);
  if (!checked.ok) typing.report.add('bad-pattern', pattern.at, { problem: checked.message });
  return value;
}

/** `sort` takes the name of its comparison as a symbol; it must be known when the ruleset is compiled. */
function checkSort(expression: CallExpression, typing: Typing): Resolved {
  const [order] = expression.args;
  const failed: Resolved = { target: UNRESOLVED, valueType: MULTIFIELD, canFail: true };
  if (!checkCount(1, MANY, expression, typing) || order === undefined) return failed;
  const name = order.kind === 'literal' && order.value.type === 'SYMBOL' ? order.value.value : null;
  const resolved = name === null ? null : resolveOrder(name, typing);
  if (resolved === null) {
    typing.report?.add('clips-sort-function', order.at);
    return failed;
  }
  return { ...failed, target: { kind: 'sort', order: resolved } };
}

/** A function that takes two fields. */
function resolveOrder(name: string, typing: Typing): Resolved | null {
  const row = FUNCTIONS.get(name);
  const field: Typed = { valueType: FIELD, canFail: false };
  if (row !== undefined) return row.min <= 2 && row.max >= 2 ? resolveRow(row, [field, field]) : null;
  const callee = typing.functionOf(name, [FIELD, FIELD]);
  if (callee === null) return null;
  const { parameters, variadic } = callee.signature;
  return parameters.length === 2 || (variadic && parameters.length < 2) ? resolveCallee(callee) : null;
}

function reportUnknown(expression: CallExpression, typing: Typing): void {
  const { name, nameAt } = expression;
  const reason = REFUSED.get(name);
  if (reason !== undefined) {
    typing.report?.add('clips-refused-function', nameAt, { name, reason: REFUSAL_REASONS[reason] });
  } else {
    const suggestion = meantFunction(name) ?? closestName(name, typing.names.functions);
    typing.report?.add('clips-unknown-function', nameAt, { name }, suggestion);
  }
}
