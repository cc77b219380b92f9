/** Reports what CLIPS accepts and no author means: comparisons that never hold, and words taken for truth values. */
import type { Report } from '../../diagnostics/report.ts';
import type { Expression, LiteralExpression } from './expression.ts';
import { inside, itemTypeOf, narrowed, type ItemScope, type Narrow } from './narrow-type.ts';
import {
  BOOLEAN,
  describeType,
  includes,
  mayBeEqual,
  MULTIFIELD,
  NOTHING,
  SYMBOL,
  without,
  type StaticType,
} from '../static-type.ts';
import type { TypedCall, TypedExpression } from './typed-expression.ts';
import { partsOf } from './variables.ts';

export interface MeaningScope extends ItemScope {
  /** Body of a deffunction of the ruleset; null for any other function. */
  readonly bodyOf: (name: string) => readonly Expression[] | null;
  /** True if the value of the whole expression is used as a truth value. */
  readonly isTest: boolean;
  readonly report: Report;
}

const TRUE_WORDS = /^(?:true|yes|on|t|y|1)$/i;
const FALSE_WORDS = /^(?:false|no|off|f|n|nil|null|none|0)$/i;
const LOGIC = new Set(['and', 'or', 'not']);

/** Walks an expression that was checked, and reports every part that cannot mean what it says. */
export function checkMeaning(expression: TypedExpression, scope: MeaningScope): void {
  // A test that is a literal or a variable is not a call, which is reported elsewhere.
  const isCall = expression.kind !== 'literal' && expression.kind !== 'variable';
  if (scope.isTest && isCall) checkTruth(expression, scope);
  const inner = { ...scope, isTest: false };
  const inLoop = inside(expression, inner);
  for (const part of partsOf(expression)) {
    const isOutside = expression.kind === 'foreach' && part === expression.list;
    checkMeaning(part, isOutside ? inner : inLoop);
  }
  switch (expression.kind) {
    case 'call':
      if (LOGIC.has(expression.name)) for (const arg of expression.args) checkTruth(arg, scope);
      else checkComparison(expression, scope);
      return;
    case 'switch':
      for (const { value } of expression.cases) checkPair('switch', value, expression.subject, scope);
      return;
    case 'if':
    case 'while':
    case 'fact-query':
      checkTruth(expression.test, inLoop);
      return;
    default:
  }
}

function checkComparison({ name, args }: TypedCall, scope: MeaningScope): void {
  const [first, second, ...more] = args;
  if (first === undefined || second === undefined) return;
  if (name === 'eq' || name === 'neq') {
    for (const other of [second, ...more]) {
      if (!checkPair(name, other, first, scope)) continue;
      if (first.valueType === MULTIFIELD && other.valueType === MULTIFIELD)
        checkLists(name, other, first, scope);
    }
  }
  if (name === 'member$') for (const item of itemsOf(second)) checkItem(name, item, first, scope);
  if (name === 'member$') {
    const type = itemTypeOf(second, scope);
    if (type !== null) checkAgainst(name, first, type, scope);
  }
  if (name === 'subsetp') checkLists(name, first, second, scope);
}

/** Items that are written out on one side against the type of the other side's items. */
function checkLists(name: string, a: TypedExpression, b: TypedExpression, scope: MeaningScope): void {
  for (const [list, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const type = itemTypeOf(other, scope);
    if (type === null) continue;
    const items = itemsOf(list);
    const own = items.length === 0 ? itemTypeOf(list, scope) : null;
    if (own !== null && list === a && !mayBeEqual(own, type)) reportNever(name, list, own, type, scope);
    for (const item of items) checkAgainst(name, item, type, scope);
  }
}

function itemsOf(list: TypedExpression): readonly TypedExpression[] {
  return list.kind === 'call' && list.name === 'create$' ? list.args : [];
}

function checkItem(name: string, item: TypedExpression, wanted: TypedExpression, scope: MeaningScope): void {
  if (!includes(item.valueType, MULTIFIELD)) checkPair(name, item, wanted, scope);
}

/** False (reported) if the two are never equal. */
function checkPair(
  name: string,
  value: TypedExpression,
  other: TypedExpression,
  scope: MeaningScope,
): boolean {
  const [own, others] = [narrowed(value, scope), narrowed(other, scope)];
  if (meets(value, own, others) && meets(other, others, own)) return true;
  const isBlamed = value.kind === 'literal' || other.kind !== 'literal';
  if (isBlamed) reportNever(name, value, own.type, others.type, scope);
  else reportNever(name, other, others.type, own.type, scope);
  return false;
}

function checkAgainst(name: string, value: TypedExpression, type: StaticType, scope: MeaningScope): void {
  const own = narrowed(value, scope);
  if (!includes(own.type, MULTIFIELD) && !meets(value, own, { type, orNil: false })) {
    reportNever(name, value, own.type, type, scope);
  }
}

/** True if a value may be equal to another one. A word that is not TRUE or FALSE is never a truth value. */
function meets(value: TypedExpression, own: Narrow, other: Narrow): boolean {
  if (own.type === NOTHING || other.type === NOTHING) return true;
  if (isWord(value)) return includes(other.type, SYMBOL) || (other.orNil && isNil(value));
  return mayBeEqual(own.type, other.type) || mayBothBeNil(own, other) || mayBothBeNil(other, own);
}

function mayBothBeNil(own: Narrow, other: Narrow): boolean {
  return own.orNil && (other.orNil || includes(other.type, SYMBOL));
}

function isNil(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value.value === 'nil';
}

function isWord(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value.type === 'SYMBOL' && !isTruthValue(expression);
}

function isTruthValue({ value: { type, value } }: LiteralExpression): boolean {
  return type === 'BOOLEAN' || (type === 'SYMBOL' && (value === 'TRUE' || value === 'FALSE'));
}

function reportNever(
  name: string,
  blamed: TypedExpression,
  found: StaticType,
  other: StaticType,
  { report }: MeaningScope,
): void {
  const parameters = { name, found: describeType(found), other: describeType(other) };
  report.add('clips-never-equal', blamed.at, parameters, meantLiteral(blamed, other));
}

/** The literal as the other side could be equal to it; null if there is none. */
function meantLiteral(expression: TypedExpression, other: StaticType): string | null {
  if (expression.kind !== 'literal') return null;
  const { type, value } = expression.value;
  const text = String(value);
  const isTextual = type === 'SYMBOL' || type === 'STRING';
  if (isTextual && without(other, BOOLEAN) === NOTHING) return truthWord(text);
  if (type === 'SYMBOL' && describeType(other) === 'a string') return JSON.stringify(text);
  if (type === 'STRING' && includes(other, SYMBOL) && /^[A-Za-z_][\w-]*$/.test(text)) return text;
  if (type === 'INTEGER' && describeType(other) === 'a float') return `${text}.0`;
  return type === 'FLOAT' && Number.isSafeInteger(value) ? text : null;
}

function truthWord(text: string): string | null {
  if (TRUE_WORDS.test(text)) return 'TRUE';
  return FALSE_WORDS.test(text) ? 'FALSE' : null;
}

/** Reports an expression whose value decides something and is not TRUE or FALSE. */
function checkTruth(expression: TypedExpression, scope: MeaningScope): void {
  const { bodyOf, report } = scope;
  for (const value of valuesOf(expression) as readonly TypedExpression[]) {
    const { type } = narrowed(value, scope);
    if (type === NOTHING) continue;
    const literal = value.kind === 'literal' ? value : literalOf(value, bodyOf, new Set());
    if (includes(type, BOOLEAN) && (literal === null || isTruthValue(literal))) continue;
    const text = literal === null ? '' : String(literal.value.value);
    const written = literal?.value.type === 'STRING' ? JSON.stringify(text) : text;
    const found = literal === null ? describeType(type) : `\`${written}\``;
    report.add('clips-truth-value', value.at, { found }, literal === null ? null : truthWord(text));
  }
}

/** A literal other than TRUE and FALSE that a call of a deffunction can return; null if it returns none. */
function literalOf(
  call: Expression,
  bodyOf: MeaningScope['bodyOf'],
  seen: Set<string>,
): LiteralExpression | null {
  const body = call.kind === 'call' ? bodyOf(call.name) : null;
  if (call.kind !== 'call' || body === null || seen.has(call.name)) return null;
  seen.add(call.name);
  for (const value of [...lastValues(body), ...body.flatMap(returned)]) {
    if (value.kind === 'literal' && !isTruthValue(value)) return value;
    const inner = literalOf(value, bodyOf, seen);
    if (inner !== null) return inner;
  }
  return null;
}

function returned(expression: Expression): readonly Expression[] {
  if (expression.kind === 'return') return valuesOf(expression.value);
  return partsOf(expression).flatMap(returned);
}

/** The parts that can become the value of an expression. */
function valuesOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'if':
      return [...lastValues(expression.then), ...lastValues(expression.else)];
    case 'progn':
      return lastValues(expression.body);
    case 'switch':
      return [
        ...expression.cases.flatMap(({ body }) => lastValues(body)),
        ...lastValues(expression.default ?? []),
      ];
    default:
      return [expression];
  }
}

function lastValues(body: readonly Expression[]): readonly Expression[] {
  const last = body.at(-1);
  return last === undefined ? [] : valuesOf(last);
}
