/** One comparison with what its missing paths mean: certainly true, or not certainly false. */
import { companionsOf, expressionOf, type Mode } from './companions.ts';
import { lowerComparison } from './comparison.ts';
import { lowerTest } from './test-condition.ts';
import {
  createContext,
  ensurePattern,
  presenceElements,
  valueElements,
  type PatternContext,
} from './context.ts';
import { missingPaths, type Atom, type Formula } from './formula.ts';
import { mentionedIn } from './mentions.ts';
import { complementOf } from './operators.ts';
import { namesOf, type PathValue, type Resolved } from './resolved.ts';
import { hasTestForm } from './test-form.ts';

type LowerFormula = (context: PatternContext, formula: Formula, mode: Mode) => void;

export function lowerAtom(context: PatternContext, atom: Atom, mode: Mode, lowerFormula: LowerFormula): void {
  const { expression, isNegated, whenMissing, at } = atom;
  const missing = missingPaths(expression);
  const [first] = missing;
  if (first === undefined) {
    if (mode === 'certain' && !atom.isGuarded) lowerCertain(context, expression, isNegated, lowerFormula);
    else lowerComparison(context, expression, isNegated);
    return;
  }
  // A path with `?` is false if it is missing, and still unknown if its value is of another type.
  const isInferred = whenMissing !== 'unknown' && first.node.isInferred;
  const holds = whenMissing === 'unknown' ? mode === 'possible' : whenMissing !== isNegated;
  if (!holds && !(mode === 'possible' && isInferred)) {
    if (mode === 'certain') lowerCertain(context, expression, isNegated, lowerFormula);
    else if (companionsOf(expression, !isNegated).length === 0)
      lowerComparison(context, expression, isNegated);
    else {
      requirePresence(context, missing);
      lowerPossible(context, expression, isNegated, missing, lowerFormula);
    }
    return;
  }
  for (const { binding } of missing) for (const name of namesOf(binding)) ensurePattern(context, name);
  for (const binding of mentionedIn(atom)) ensurePattern(context, binding);
  if (mode === 'certain' && holds && (isInferred || companionsOf(expression, isNegated).length > 0)) {
    const certain = createContext(context);
    lowerCertain(certain, expression, isNegated, lowerFormula);
    const absent = missing.map(({ node, binding }) => [
      { kind: 'not' as const, elements: presenceElements(context, node, binding, at), at },
    ]);
    context.elements.push({ kind: 'any', branches: [...absent, certain.elements], at });
    return;
  }
  if (!holds) requirePresence(context, missing);
  lowerPossible(context, expression, isNegated, missing, lowerFormula);
}

function requirePresence(context: PatternContext, missing: readonly PathValue[]): void {
  for (const { node, binding, at } of missing) {
    for (const name of namesOf(binding)) ensurePattern(context, name);
    context.elements.push({ kind: 'exists', elements: presenceElements(context, node, binding, at), at });
  }
}

/** Lowers to "certainly true": the conditions which require that the comparison has a value go before it. */
function lowerCertain(
  context: PatternContext,
  expression: Resolved,
  isNegated: boolean,
  lowerFormula: LowerFormula,
): void {
  const companions = companionsOf(expression, isNegated, false);
  const tested = companions.filter(
    (part) => part.kind === 'atom' && missingPaths(part.expression).length === 0,
  );
  for (const part of companions) if (!tested.includes(part)) lowerFormula(context, part, 'certain');
  if (tested.length === 0) {
    lowerComparison(context, expression, isNegated);
    return;
  }
  const { at } = expression;
  const last: Resolved = isNegated ? { kind: 'not', operand: expression, at } : expression;
  lowerTest(context, { kind: 'and', operands: [...tested.map(expressionOf), last], at }, false);
}

/** Not certainly false: not certainly its negation, or where that has no form, true or without a value. */
function lowerPossible(
  context: PatternContext,
  expression: Resolved,
  isNegated: boolean,
  missing: readonly PathValue[],
  lowerFormula: LowerFormula,
): void {
  const { at } = expression;
  const inner = createContext(context);
  if (hasNegation(expression, !isNegated)) {
    lowerCertain(inner, expression, !isNegated, lowerFormula);
    context.elements.push({ kind: 'not', elements: inner.elements, at });
    return;
  }
  lowerComparison(inner, expression, isNegated);
  const absent = missing.map(({ node, binding }) => [
    { kind: 'not' as const, elements: valueElements(context, node, binding, at), at },
  ]);
  context.elements.push({ kind: 'any', branches: [inner.elements, ...absent], at });
}

function hasNegation(expression: Resolved, isNegated: boolean): boolean {
  if (!isNegated || expression.kind !== 'method') return true;
  return complementOf(expression.operator.value) !== null || hasTestForm(expression);
}
