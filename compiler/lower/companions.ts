/**
 * Conditions which require that a comparison has a value: keys of constant maps, divisors, values that an operator can
 * read, arguments of commands that are known.
 */
import { atomOf, missingPaths, type Atom, type Formula } from './formula.ts';
import { isUntyped } from './document/type-variable.ts';
import { knownArguments } from './arguments-known.ts';
import { hasAggregate } from './mentions.ts';
import { READABLE } from './operators.ts';
import { readableTest } from './value-functions.ts';
import { partsOf, type LookupValue, type MethodValue, type Resolved } from './resolved.ts';

/** Which truth is wanted: certainly true, or not certainly false. */
export type Mode = 'certain' | 'possible';

export const otherMode = (mode: Mode): Mode => (mode === 'certain' ? 'possible' : 'certain');

/**
 * The companions of a comparison, or of its negation. `withKeys`: including keys of constant maps, which a test and a
 * complement need; the condition of a slot with a lookup is false without them.
 */
export function companionsOf(expression: Resolved, isNegated: boolean, withKeys = true): readonly Formula[] {
  const companions = valueCompanions(expression, withKeys);
  if (expression.kind === 'method' && isNegated && expression.subject.kind !== 'now') {
    const readable = READABLE.get(expression.operator.value);
    if (readable !== undefined) companions.push(guard(readableOf(expression, readable)));
  }
  companions.push(...knownArguments(expression, isNegated).map(guard));
  return companions;
}

/** Conditions which require that the values of a comparison can be read, whether it holds or not. */
export function readingsOf(expression: Resolved): readonly Atom[] {
  const readings = valueCompanions(expression, true);
  if (expression.kind === 'method' && expression.subject.kind !== 'now') {
    const readable = READABLE.get(expression.operator.value);
    if (readable !== undefined) readings.push(guard(readableOf(expression, readable)));
  }
  return readings;
}

const guard = (expression: Resolved): Atom => atomOf(expression, false, 'unknown', true);

const readableOf = (method: MethodValue, readable: string): MethodValue => ({
  ...method,
  operator: { ...method.operator, value: readable },
});

function valueCompanions(expression: Resolved, withKeys: boolean): Atom[] {
  const { at } = expression;
  if (expression.kind === 'has' || expression.kind === 'quantifier') return [];
  const companions = partsOf(expression).flatMap((part) => valueCompanions(part, withKeys));
  if (expression.kind === 'lookup' && withKeys && expression.key.kind !== 'literal')
    companions.push(guard(hasKey(expression)));
  if (
    expression.kind === 'comparison' &&
    (expression.sign.value === '==' || expression.sign.value === '!=')
  ) {
    const { left, right } = expression;
    if (isUntypedPath(left) && isUntypedPath(right))
      companions.push(guard({ kind: 'same-kind', left, right, at }));
  }
  const readable = readableTest(expression);
  if (readable !== null) companions.push(guard(readable));
  if (expression.kind === 'arithmetic' && expression.right.kind !== 'literal') {
    const { sign, right } = expression;
    if (sign.value === '/' || sign.value === '%') companions.push(guard(notZero(right)));
  }
  return companions;
}

/** The key is one of the map's. */
export function hasKey({ constant, key, at }: LookupValue): Resolved {
  const items = constant.keys.map((name): Resolved => {
    const value = { kind: 'text', value: name, isRaw: false } as const;
    return { kind: 'literal', value, at };
  });
  return { kind: 'in', isNegated: false, operatorAt: at, left: key, right: { kind: 'list', items, at }, at };
}

function notZero(divisor: Resolved): Resolved {
  const { at } = divisor;
  const zero: Resolved = { kind: 'literal', value: { kind: 'number', text: '0', isInteger: true }, at };
  return { kind: 'comparison', sign: { value: '!=', at }, left: divisor, right: zero, at };
}

/** A path of which nothing says the type, so that its kind is compared, too. */
function isUntypedPath(expression: Resolved): expression is Extract<Resolved, { kind: 'path' }> {
  return (
    expression.kind === 'path' &&
    expression.node.isInferred &&
    expression.node.isList !== true &&
    isUntyped(expression.node.type)
  );
}

/** Adds companions to comparisons: one whose values are never missing can still be unknown. */
export function expand(formula: Formula, mode: Mode): Formula {
  if (formula.kind === 'and' || formula.kind === 'or')
    return { ...formula, parts: formula.parts.map((part) => expand(part, mode)) };
  if (formula.kind !== 'atom' || formula.isGuarded || hasAggregate(formula.expression)) return formula;
  if (missingPaths(formula.expression).length > 0) return formula;
  const { expression, isNegated, at } = formula;
  const isCertain = mode === 'certain';
  const companions = companionsOf(expression, isCertain ? isNegated : !isNegated, !isCertain);
  if (companions.length === 0) return formula;
  const guarded: Formula = { ...formula, isGuarded: true };
  if (isCertain) return { kind: 'and', parts: [...companions, guarded], at };
  const operands = [
    ...companions.map((part) => negation(expressionOf(part))),
    isNegated ? negation(expression) : expression,
  ];
  return atomOf({ kind: 'or', operands, at }, false, 'unknown', true);
}

const negation = (expression: Resolved): Resolved => ({
  kind: 'not',
  operand: expression,
  at: expression.at,
});

/** The condition of a companion. INVARIANT: companions are guarded comparisons. */
export function expressionOf(companion: Formula): Resolved {
  if (companion.kind !== 'atom') throw new TypeError('a companion is a comparison');
  return companion.expression;
}
