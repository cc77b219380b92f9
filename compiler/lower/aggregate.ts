/** Aggregates: `count(…) > 2`, and those that `let` names. */
import { FOLDS, type AggregateSyntax, type Fold } from '../tables-syntax.ts';
import type { Span } from '../diagnostics/position.ts';
import type { WhenSyntax } from '../syntax.ts';
import type { Mode } from './companions.ts';
import { operatorFor, TURNED } from './comparison.ts';
import { signOf } from './test-condition.ts';
import {
  bindPattern,
  createContext,
  ensurePattern,
  presenceElements,
  valueElements,
  freshAlias,
  type LoweredRule,
  type PatternContext,
} from './context.ts';
import { operatorOf } from './new-condition.ts';
import { flatten, missingPaths, normalForm, presence, type Atom, type Formula } from './formula.ts';
import { argumentsOf } from './arguments-known.ts';
import { hasAggregate, mentionedIn } from './mentions.ts';
import { argumentOf, operandOf } from './operand.ts';
import {
  hasKnownKeys,
  namesOf,
  partsOf,
  type Binding,
  type PathValue,
  type QuantifierValue,
  type Resolved,
} from './resolved.ts';
import { failRule } from './scope.ts';
import type { PathNode } from './document/nodes.ts';

type LowerFormula = (context: PatternContext, formula: Formula, mode: Mode) => void;

/** A reason for an unknown aggregate, as an element that holds in that case. */
type UnknownWhen = (context: PatternContext) => WhenSyntax;

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
  for (const part of parts) lowerFormula(inner, part, 'certain');
  let of: AggregateSyntax['of'] = null;
  if (taken !== null) {
    const operand = operandOf(inner, taken);
    const argument = operand.kind === 'slot' ? argumentOf(inner, operand) : null;
    if (argument?.kind !== 'reference') {
      failRule(rule, 'short-aggregate-value', taken.at, { quantifier: fold });
      return null;
    }
    of = argument;
  }
  const plain = { kind: 'aggregate', fold, of, as: null, asList: false, expression: null, at } as const;
  return { ...plain, elements: inner.elements };
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

/** Elements of which each holds if the aggregate is unknown. */
export function unknownsOf(value: QuantifierValue): readonly UnknownWhen[] {
  const { binding, source, args, at } = value;
  const unknowns: UnknownWhen[] = [];
  if (binding.kind === 'item' && source !== null && !binding.list.isDefinite && !binding.isOptional) {
    const { path } = binding.list;
    unknowns.push((context) => ({
      kind: 'not',
      elements: presenceElements(context, path, binding.owner, source.at),
      at,
    }));
  }
  const seen = new Set<string>();
  for (const found of args.flatMap(allMissing)) {
    // A key that may be unknown is not excused.
    const path = hasKnownKeys(found.binding) ? found : { ...found, isOptional: false };
    const isOfItem = namesOf(path.binding).includes(binding);
    const key = `${path.binding === binding ? '' : path.binding.name} ${path.node.id} ${path.isOptional}`;
    if (seen.has(key) || (path.isOptional && !path.node.isInferred)) continue;
    seen.add(key);
    unknowns.push(isOfItem ? itemUnknown(value, path) : outerUnknown(path));
  }
  for (const path of argumentsOf(value))
    unknowns.push(path.binding === binding ? itemUnknown(value, path) : outerUnknown(path));
  return unknowns;
}

/** Paths that may be missing, those within `and`, `or` and `not` included. */
function allMissing(expression: Resolved): readonly PathValue[] {
  if (expression.kind === 'and' || expression.kind === 'or' || expression.kind === 'not')
    return partsOf(expression).flatMap(allMissing);
  return missingPaths(expression);
}

/** A path from outside: missing, or with `?` of another type. */
function outerUnknown({ node, binding, isOptional, at }: PathValue): UnknownWhen {
  return (context) => {
    const noValue: WhenSyntax = { kind: 'not', elements: valueElements(context, node, binding, at), at };
    if (!isOptional) return noValue;
    return { kind: 'exists', elements: [...presenceElements(context, node, binding, at), noValue], at };
  };
}

/** An item whose path is missing, or with `?` of another type. */
function itemUnknown({ binding }: QuantifierValue, path: PathValue): UnknownWhen {
  return (context) => {
    if (binding.kind === 'each') throw new TypeError('a path belongs to an item');
    const inner = createContext(context);
    const name = freshAlias(context.rule, binding.name);
    inner.bound.set(binding, bindPattern(inner, { ...binding, name }));
    const { node, isOptional, at } = path;
    const present = isOptional ? presenceElements(inner, node, path.binding, at) : [];
    const noValue: WhenSyntax = { kind: 'not', elements: valueElements(inner, node, path.binding, at), at };
    return { kind: 'exists', elements: [...inner.elements, ...present, noValue], at };
  };
}

/** Alternatives to a comparison with an aggregate that hold if it is unknown and that counts as true. */
export function unknownParts(rule: LoweredRule, atom: Atom, mode: Mode): readonly Formula[] {
  const value = aggregateIn(atom.expression);
  const others = missingPaths(atom.expression);
  const { whenMissing, isNegated, at } = atom;
  const unknowns = value !== null && mode === 'possible' ? unknownsOf(value) : [];
  const needs = whenMissing === false && !isNegated ? others.map((path) => presence(path, false)) : [];
  const bindings: readonly Binding[] = value?.binding.kind === 'item' ? namesOf(value.binding.owner) : [];
  const parts = unknowns.map((unknown): Formula => {
    const made: Formula = { kind: 'made', make: (context) => [unknown(context)], bindings, at };
    return needs.length === 0 ? made : { kind: 'and', parts: [...needs, made], at };
  });
  return [...parts, ...others.flatMap((path) => otherSide(path, atom, mode))];
}

/** The path on the other side of the comparison. */
function otherSide(path: PathValue, { whenMissing, isNegated }: Atom, mode: Mode): readonly Formula[] {
  const { node, binding, at } = path;
  const bindings = namesOf(binding);
  const made = (make: (context: PatternContext) => WhenSyntax): Formula => ({
    kind: 'made',
    make: (context) => [make(context)],
    bindings,
    at,
  });
  const without = (elementsOf: typeof valueElements): Formula =>
    made((context) => ({ kind: 'not', elements: elementsOf(context, node, binding, at), at }));
  if (whenMissing === 'unknown') return mode === 'possible' ? [without(valueElements)] : [];
  if (whenMissing !== isNegated)
    return [
      mode === 'possible' || !isInferredPath(node) ? without(valueElements) : without(presenceElements),
    ];
  return mode === 'possible' && isInferredPath(node)
    ? [made(outerUnknown({ ...path, isOptional: true }))]
    : [];
}

const isInferredPath = (node: PathNode): boolean => node.isInferred;

/** The aggregate of a comparison. */
function aggregateIn(expression: Resolved): QuantifierValue | null {
  if (expression.kind === 'quantifier') return expression;
  if (expression.kind !== 'comparison') return null;
  return aggregateIn(expression.left) ?? aggregateIn(expression.right);
}

/** Adds the comparison of an aggregate, which is alone on one side. */
export function lowerAggregate(
  context: PatternContext,
  { expression, isNegated, at }: Atom,
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
  const unknowns = unknownsOf(value).map((unknown) => unknown(context));
  const operand = operandOf(context, other);
  if (operand.kind === 'expression') {
    failRule(rule, 'short-aggregate', at);
    return;
  }
  if (mode === 'certain') context.elements.push(...unknowns.map(known));
  const compared = operatorOf(operatorFor(sign), [argumentOf(context, operand)], at);
  context.elements.push({ ...aggregate, expression: compared });
}

/** The opposite of an element that says what is unknown. */
export function known(unknown: WhenSyntax): WhenSyntax {
  if (unknown.kind === 'not') return { ...unknown, kind: 'exists' };
  if (unknown.kind === 'exists') return { ...unknown, kind: 'not' };
  return unknown;
}
