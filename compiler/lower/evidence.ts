/** Infers from the uses of a path its type, and if it is a list. Runs on every rule before any rule is lowered. */
import type { Span } from '../diagnostics/position.ts';
import { find, giveSort, giveType, join, type TypeClash, type WeakType } from './document/type-variable.ts';
import { subjectKind } from './operators.ts';
import { sortOf, typeOf } from './operand-type.ts';
import { timesIn } from './time-arithmetic.ts';
import type { CallValue, MethodValue, PathValue, QuantifierValue, Resolved } from './resolved.ts';
import { failRule, type RuleScope } from './scope.ts';
import { valueFunction } from './value-functions.ts';
import type { TypeWord } from './vocabulary.ts';

/** Collects what a condition, or an operand if `isCondition` is false, says of the paths in it. */
export function collectEvidence(rule: RuleScope, expression: Resolved, isCondition: boolean): void {
  const collect = (part: Resolved, asCondition = false): void => collectEvidence(rule, part, asCondition);
  switch (expression.kind) {
    case 'path':
      if (!isCondition) return;
      setList(rule, expression, false);
      setType(rule, expression, 'boolean');
      return;
    case 'coalesce':
      collect(expression.path, isCondition);
      setList(rule, expression.path, false);
      joinTypes(rule, expression.literal, expression.path);
      return;
    case 'and':
    case 'or':
      for (const operand of expression.operands) collect(operand, true);
      return;
    case 'not':
      collect(expression.operand, true);
      return;
    case 'negative':
      collect(expression.operand);
      return;
    case 'arithmetic':
      setTimes(rule, expression, false);
      for (const operand of [expression.left, expression.right]) {
        collect(operand);
        setList(rule, operand, false);
        if (sortOf(operand) !== 'time') setSort(rule, operand, 'number');
      }
      return;
    case 'comparison':
      setTimes(rule, expression.left, sortOf(expression.right) === 'duration');
      setTimes(rule, expression.right, sortOf(expression.left) === 'duration');
      collect(expression.left);
      collect(expression.right);
      compare(rule, expression.left, expression.right, expression.sign.value);
      return;
    case 'in':
      collect(expression.left);
      setList(rule, expression.left, false);
      collectMembership(rule, expression.left, expression.right);
      return;
    case 'method':
      collectMethod(rule, expression);
      return;
    case 'call':
      collectCall(rule, expression);
      return;
    case 'quantifier':
      collectQuantifier(rule, expression);
      return;
    default:
      return;
  }
}

function setTimes(rule: RuleScope, expression: Resolved, isDuration: boolean): void {
  for (const operand of timesIn(expression, isDuration)) {
    const path = pathIn(operand);
    if (path !== null) setType(rule, path, 'time');
  }
}

function compare(rule: RuleScope, one: Resolved, other: Resolved, sign: string): void {
  const [left, right] = [extremeOf(one), extremeOf(other)];
  if (left.kind === 'list' || right.kind === 'list') {
    for (const [side, against] of [
      [left, right],
      [right, left],
    ] as const) {
      setList(rule, side, true);
      if (side.kind === 'path') side.node.hasValues = true;
      if (against.kind === 'list') for (const item of against.items) joinTypes(rule, item, side);
    }
    return;
  }
  setList(rule, left, false);
  setList(rule, right, false);
  joinTypes(rule, right, left);
  if (sign === '==' || sign === '!=') return;
  for (const side of [left, right]) {
    const type = typeOf(side);
    if (type !== null && find(type).hard === null && find(type).weak === null) setSort(rule, side, 'number');
  }
}

/** The values that `min` and `max` choose from: what is compared with one of them has their type. */
function extremeOf(expression: Resolved): Resolved {
  if (expression.kind !== 'quantifier' || !/^(?:min|max)$/.test(expression.quantifier.value))
    return expression;
  return expression.args.at(-1) ?? expression;
}

function collectMembership(rule: RuleScope, left: Resolved, right: Resolved): void {
  if (right.kind === 'list') {
    for (const item of right.items) {
      collectEvidence(rule, item, false);
      joinTypes(rule, item, left);
    }
  } else if (right.kind === 'path' || right.kind === 'slot') {
    setList(rule, right, true);
    if (right.kind === 'path') right.node.hasValues = true;
    joinTypes(rule, left, right);
  }
}

function collectMethod(rule: RuleScope, { subject, operator, args }: MethodValue): void {
  const kind = subjectKind(operator.value);
  for (const part of [subject, ...args])
    if (part.kind === 'call' || part.kind === 'arithmetic') collectEvidence(rule, part, false);
  if (subject.kind === 'path') {
    const isCountedMap = operator.value === 'is_empty' && subject.node.shape.kind === 'map';
    if (!isCountedMap) setList(rule, subject, kind === 'list');
    if (kind === 'list' && operator.value !== 'is_empty') subject.node.hasValues = true;
    if (kind === 'text') setSort(rule, subject, 'text');
    if (kind === 'time') setType(rule, subject, 'time');
    if (kind === 'number' || operator.value === 'changed_within') setSort(rule, subject, 'number');
  }
  if (kind === 'counting') return;
  for (const argument of args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg]))) {
    setList(rule, argument, false);
    if (kind === 'list') joinTypes(rule, argument, subject);
    else if (kind === 'text' && argument.kind === 'path') setSort(rule, argument, 'text');
    else if (operator.value === 'before' || operator.value === 'after') setTime(rule, argument);
  }
}

function setTime(rule: RuleScope, expression: Resolved): void {
  if (expression.kind === 'path') setType(rule, expression, 'time');
}

function collectCall(rule: RuleScope, call: CallValue): void {
  const { args } = call;
  const name = call.name.value;
  const [first] = args;
  if (name === 'size' && first?.kind === 'path') {
    const { shape } = first.node;
    if (shape.kind !== 'single' && shape.kind !== 'map') setList(rule, first, true);
    return;
  }
  for (const [i, argument] of args.entries()) {
    collectEvidence(rule, argument, name === 'if' && i === 0);
    setList(rule, argument, false);
    const type = valueFunction(call)?.args[i];
    if (type === 'text') setSort(rule, argument, 'text');
    else if (type === 'integer' && argument.kind === 'path') setType(rule, argument, 'integer');
  }
}

function collectQuantifier(rule: RuleScope, { quantifier, args }: QuantifierValue): void {
  const takesValue = !['exists', 'forall', 'count'].includes(quantifier.value);
  for (const [i, argument] of args.entries()) {
    const isValue = takesValue && i === args.length - 1;
    collectEvidence(rule, argument, !isValue);
    if (!isValue) continue;
    setList(rule, argument, false);
    if (quantifier.value === 'sum') setSort(rule, argument, 'number');
  }
}

function joinTypes(rule: RuleScope, from: Resolved, into: Resolved): void {
  const [first, second] = [typeOf(from), typeOf(into)];
  if (first === null || second === null) return;
  const shown = pathIn(into) ?? pathIn(from);
  if (shown !== null) refuseClash(rule, shown, join(first, second, shown.at));
}

export function setType(rule: RuleScope, path: PathValue, type: TypeWord): void {
  refuseClash(rule, path, giveType(path.node.type, type, path.at));
}

/** Says that a path holds texts, or numbers. */
export function setSort(rule: RuleScope, expression: Resolved, sort: WeakType): void {
  const path = pathIn(expression);
  if (path !== null) refuseClash(rule, path, giveSort(path.node.type, sort, path.at));
}

function pathIn(expression: Resolved): PathValue | null {
  if (expression.kind === 'coalesce') return expression.path;
  return expression.kind === 'path' ? expression : null;
}

function refuseClash(rule: RuleScope, path: PathValue, clash: TypeClash | null): void {
  if (clash !== null) refuseType(rule, path, clash.found, clash.other, clash.otherAt);
}

function refuseType(
  rule: RuleScope,
  { node, at }: PathValue,
  found: string,
  other: string,
  otherAt: Span | null,
): void {
  const place = otherAt === null ? 'the declared `input`' : rule.placeOf(otherAt);
  failRule(rule, 'short-input-type', at, { path: node.shown, found, other, place });
}

/** Says that a path holds a list, or one value. */
export function setList(rule: RuleScope, expression: Resolved, isList: boolean): void {
  const path = pathIn(expression);
  if (path === null) return;
  const { node } = path;
  if (isList && node.shape.kind === 'map') refuseType(rule, path, 'a list', 'a map', node.shape.at);
  else if (node.isList === null) node.isList = isList;
  else if (node.isList !== isList) {
    const [found, other] = isList ? ['a list', 'one value'] : ['one value', 'a list'];
    refuseType(rule, path, found, other, node.declared === null ? node.at : node.shape.at);
  }
}
