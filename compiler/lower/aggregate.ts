/** Aggregates: `count(…) > 2`, and those that `let` names. */
import { FOLDS, type AggregateSyntax, type Fold } from '../tables-syntax.ts';
import type { Span } from '../diagnostics/position.ts';
import { aggregateIn, requireKnown, unknownsOf } from './aggregate-unknown.ts';
import { readingsOf, type Mode } from './companions.ts';
import { operatorFor, TURNED } from './comparison.ts';
import { bindPattern, createContext, ensurePattern, type PatternContext } from './context.ts';
import { flatten, normalForm, type Atom, type Formula } from './formula.ts';
import { hasAggregate, mentionedIn } from './mentions.ts';
import { operatorOf } from './new-condition.ts';
import { argumentOf, operandOf } from './operand.ts';
import type { QuantifierValue, Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { sortOf } from './operand-type.ts';
import { lowerTest, signOf } from './test-condition.ts';
import { hasTestForm, milliseconds, testForm } from './test-form.ts';
import { sourceOf } from './test-text.ts';
import type { Sort } from './time-sorts.ts';

type LowerFormula = (context: PatternContext, formula: Formula, mode: Mode) => void;

/** The entry of `when`, without name and comparison; null, reported, if it has no form. */
export function aggregateOf(
  context: PatternContext,
  value: QuantifierValue,
  lowerFormula: LowerFormula,
): AggregateSyntax | null {
  const { rule } = context;
  const { binding, quantifier, args, at } = value;
  const fold = FOLDS.find((word): word is Fold => word === quantifier.value);
  if (fold === undefined || binding.kind === 'each') {
    failRule(rule, 'short-each-quantifier', at);
    return null;
  }
  for (const name of mentionedIn({ kind: 'quantifier', value, isNegated: false, at }))
    ensurePattern(context, name);
  const taken = fold === 'count' ? null : (args.at(-1) ?? null);
  const which = fold === 'count' ? args : args.slice(0, -1);
  const inner = createContext(context);
  bindPattern(inner, binding);
  const parts = which.flatMap((arg) => flatten(normalForm(rule, arg, false)));
  const group = parts.map(groupIn).find((found) => found !== null);
  if (group) {
    failRule(rule, 'short-aggregate-condition', group.at, { what: group.what, fold });
    return null;
  }
  for (const part of parts) {
    const test = testOf(part);
    if (test === null) lowerFormula(inner, part, 'certain');
    else lowerTest(inner, test, false);
  }
  const of = taken === null ? null : takenOf(inner, taken, lowerFormula);
  if (taken !== null && of === null) {
    failRule(rule, 'short-aggregate-value', taken.at, { quantifier: fold });
    return null;
  }
  const plain = { kind: 'aggregate', fold, of, as: null, asList: false, expression: null, at } as const;
  return { ...plain, elements: inner.elements };
}

/** The slot, or the value that is computed of several; null if it is neither. */
function takenOf(inner: PatternContext, taken: Resolved, lowerFormula: LowerFormula): AggregateSyntax['of'] {
  const { at } = taken;
  if (COMPUTED.has(taken.kind) && hasTestForm(taken)) {
    // A value that cannot be read is not computed: the aggregate is unknown.
    for (const reading of readingsOf(taken)) lowerFormula(inner, reading, 'certain');
    return { kind: 'computed', source: sourceOf(testForm({ context: inner, drafts: [] }, taken), at), at };
  }
  const operand = operandOf(inner, taken);
  const argument = operand.kind === 'slot' ? argumentOf(inner, operand) : null;
  return argument?.kind === 'reference' ? argument : null;
}

const COMPUTED: ReadonlySet<Resolved['kind']> = new Set(['call', 'arithmetic', 'negative', 'lookup']);

/**
 * Alternatives as a test of values that all exist; null for anything else. Where one of them is missing or cannot be read, the
 * aggregate is unknown, whatever the other alternatives say.
 */
function testOf(formula: Formula): Resolved | null {
  if (formula.kind !== 'or') return null;
  const test = testedOf(formula);
  return test !== null && hasTestForm(test) ? test : null;
}

function testedOf(formula: Formula): Resolved | null {
  const { at } = formula;
  if (formula.kind === 'and' || formula.kind === 'or') {
    const operands = formula.parts.map(testedOf);
    const known = operands.filter((operand) => operand !== null);
    return known.length < operands.length ? null : { kind: formula.kind, operands: known, at };
  }
  if (formula.kind !== 'atom' || formula.whenMissing !== 'unknown') return null;
  const { expression, isNegated } = formula;
  const last: Resolved = isNegated ? { kind: 'not', operand: expression, at } : expression;
  const readings = readingsOf(expression).map((reading) => reading.expression);
  return readings.length === 0 ? last : { kind: 'and', operands: [...readings, last], at };
}

/** The part that needs a group of its own, which an aggregate over patterns cannot have; null if none does. */
function groupIn(formula: Formula): { readonly what: string; readonly at: Span } | null {
  switch (formula.kind) {
    case 'and':
    case 'or':
      return formula.parts.map(groupIn).find((found) => found !== null) ?? null;
    case 'quantifier':
      return { what: formula.value.quantifier.value, at: formula.at };
    case 'presence':
      return { what: 'has', at: formula.at };
    case 'atom': {
      const value = aggregateIn(formula.expression);
      return value === null ? null : { what: value.quantifier.value, at: value.at };
    }
    default:
      return null;
  }
}

/** Adds the comparison of an aggregate, which is alone on one side. */
export function lowerAggregate(
  context: PatternContext,
  { expression, isNegated, isGuarded, at }: Atom,
  mode: Mode,
  lowerFormula: LowerFormula,
): void {
  const { rule } = context;
  if (expression.kind !== 'comparison') {
    failRule(rule, 'short-aggregate', at);
    return;
  }
  const isLeft = expression.left.kind === 'quantifier';
  const [value, other] = isLeft ? [expression.left, expression.right] : [expression.right, expression.left];
  const written = signOf(expression.sign.value, isNegated);
  const sign = isLeft ? written : TURNED[written];
  if (value.kind !== 'quantifier' || hasAggregate(other)) {
    failRule(rule, 'short-aggregate', at);
    return;
  }
  const aggregate = aggregateOf(context, value, lowerFormula);
  if (aggregate === null) return;
  const sort = sortOfValue(value);
  const operand = operandOf(context, sort === 'duration' ? inMilliseconds(other) : other);
  if (operand.kind === 'now') {
    failRule(rule, 'short-now', operand.at);
    return;
  }
  if (operand.kind === 'expression') {
    failRule(rule, 'short-aggregate', at);
    return;
  }
  // Beside what makes it unknown, the comparison holds only if it is known: both would fire.
  if (mode === 'certain' || isGuarded) requireKnown(context, unknownsOf(rule, value), lowerFormula);
  const compared = operatorOf(operatorFor(sign, sort === 'time'), [argumentOf(context, operand)], at);
  context.elements.push({ ...aggregate, expression: compared });
}

/** The sort of the value of an aggregate; null if it is not a time, duration or number. */
function sortOfValue({ quantifier, args }: QuantifierValue): Sort {
  const word = quantifier.value;
  const taken = word === 'count' || word === 'distinct' ? undefined : args.at(-1);
  return taken === undefined ? 'number' : sortOf(taken);
}

/** A duration as the number that differences of times are. */
function inMilliseconds(expression: Resolved): Resolved {
  if (expression.kind !== 'literal' || expression.value.kind !== 'duration') return expression;
  const text = String(milliseconds(expression.value.text));
  return { ...expression, value: { kind: 'number', text, isInteger: true } };
}
