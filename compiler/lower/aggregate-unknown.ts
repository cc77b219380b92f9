/** The reasons for an unknown aggregate: paths that are missing, and values that an operator or a function cannot read. */
import type { WhenSyntax } from '../syntax.ts';
import { argumentsOf } from './arguments-known.ts';
import { readingsOf, type Mode } from './companions.ts';
import {
  bindPattern,
  createContext,
  freshAlias,
  presenceElements,
  valueElements,
  type LoweredRule,
  type PatternContext,
} from './context.ts';
import type { PathNode } from './document/nodes.ts';
import { missingPaths, normalForm, presence, type Atom, type Formula } from './formula.ts';
import { mentionedIn } from './mentions.ts';
import {
  hasKnownKeys,
  namesOf,
  partsOf,
  type Binding,
  type PathValue,
  type QuantifierValue,
  type Resolved,
} from './resolved.ts';
import type { RuleScope } from './scope.ts';

type LowerFormula = (context: PatternContext, formula: Formula, mode: Mode) => void;

/** An element that holds if the aggregate is unknown. */
type UnknownWhen = (context: PatternContext, lowerFormula: LowerFormula) => WhenSyntax;

type Element = (context: PatternContext) => WhenSyntax;

/** A reason for an unknown aggregate. */
export type Unknown = { readonly reason: 'missing' | 'unread' } & (
  | { readonly kind: 'element'; readonly make: UnknownWhen; readonly names: readonly Binding[] }
  /** A value of the rule itself: the condition requires that it can be read. */
  | { readonly kind: 'reading'; readonly reading: Atom }
);

/** All reasons for which an aggregate is unknown. */
export function unknownsOf(rule: RuleScope, value: QuantifierValue): readonly Unknown[] {
  const { binding, source, args, at } = value;
  const unknowns: Unknown[] = [];
  const owners = binding.kind === 'item' ? namesOf(binding.owner) : [];
  const add = (make: UnknownWhen): void =>
    void unknowns.push({ reason: 'missing', kind: 'element', make, names: owners });
  if (binding.kind === 'item' && source !== null && !binding.list.isDefinite && !binding.isOptional) {
    const { path } = binding.list;
    add((context) => ({
      kind: 'not',
      elements: presenceElements(context, path, binding.owner, source.at),
      at,
    }));
  }
  const seen = new Set<string>();
  const missing = args.flatMap(allMissing);
  for (const found of missing) {
    // A key that may be unknown is not excused.
    const path = hasKnownKeys(found.binding) ? found : { ...found, isOptional: false };
    const isOfItem = namesOf(path.binding).includes(binding);
    const key = `${path.binding === binding ? '' : path.binding.name} ${path.node.id} ${path.isOptional}`;
    if (seen.has(key) || (path.isOptional && !path.node.isInferred)) continue;
    seen.add(key);
    add(isOfItem ? itemUnknown(value, path) : outerUnknown(path));
  }
  for (const path of argumentsOf(value))
    add(path.binding === binding ? itemUnknown(value, path) : outerUnknown(path));
  const excused = new Set(missing.filter(({ isOptional }) => isOptional).map(({ node }) => node.id));
  for (const reading of readingsIn(rule, value)) {
    const names = [...mentionedIn(reading)];
    if (names.includes(binding)) {
      const outer = names.filter((name) => name !== binding);
      const make = unreadItem(value, reading);
      unknowns.push({ reason: 'unread', kind: 'element', make, names: [...owners, ...outer] });
      continue;
    }
    const isExcused = missingPaths(reading.expression).some(({ node }) => excused.has(node.id));
    const excusable = isExcused ? { ...reading, whenMissing: true } : reading;
    unknowns.push({ reason: 'unread', kind: 'reading', reading: excusable });
  }
  return unknowns;
}

/** Conditions which require that the values of an aggregate can be read. */
function readingsIn(rule: RuleScope, { quantifier, args }: QuantifierValue): readonly Atom[] {
  const isCount = quantifier.value === 'count';
  const which = isCount ? args : args.slice(0, -1);
  const taken = isCount ? [] : args.slice(-1);
  const atoms = which.flatMap((arg) => atomsIn(normalForm(rule, arg, false)));
  return [...atoms, ...taken].flatMap(readingsOf);
}

function atomsIn(formula: Formula): readonly Resolved[] {
  if (formula.kind === 'and' || formula.kind === 'or') return formula.parts.flatMap(atomsIn);
  return formula.kind === 'atom' ? [formula.expression] : [];
}

/** An item, or a fact, with a value that cannot be read. */
function unreadItem({ binding }: QuantifierValue, reading: Atom): UnknownWhen {
  return (context, lowerFormula) => {
    if (binding.kind === 'each') throw new TypeError('an aggregate has no items of a slot');
    const inner = createContext(context);
    const name = freshAlias(context.rule, binding.name);
    inner.bound.set(binding, bindPattern(inner, { ...binding, name }));
    lowerFormula(inner, { ...reading, isNegated: !reading.isNegated }, 'certain');
    return { kind: 'exists', elements: inner.elements, at: reading.at };
  };
}

/** Adds what requires that the aggregate is known. */
export function requireKnown(
  context: PatternContext,
  unknowns: readonly Unknown[],
  lowerFormula: LowerFormula,
): void {
  for (const unknown of unknowns) {
    if (unknown.kind === 'reading') lowerFormula(context, unknown.reading, 'certain');
    else context.elements.push(known(unknown.make(context, lowerFormula)));
  }
}

/** Paths that may be missing, those within `and`, `or` and `not` included. */
function allMissing(expression: Resolved): readonly PathValue[] {
  if (expression.kind === 'and' || expression.kind === 'or' || expression.kind === 'not')
    return partsOf(expression).flatMap(allMissing);
  return missingPaths(expression);
}

/** A path from outside: missing, or with `?` of another type. */
function outerUnknown({ node, binding, isOptional, at }: PathValue): Element {
  return (context) => {
    const noValue: WhenSyntax = { kind: 'not', elements: valueElements(context, node, binding, at), at };
    if (!isOptional) return noValue;
    return { kind: 'exists', elements: [...presenceElements(context, node, binding, at), noValue], at };
  };
}

/** An item whose path is missing, or with `?` of another type. */
function itemUnknown({ binding }: QuantifierValue, path: PathValue): Element {
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

/**
 * Alternatives to a comparison with an aggregate that hold if it is unknown and that counts as true. Each excludes those before
 * it, so that the rule fires once.
 */
export function unknownParts(
  rule: LoweredRule,
  atom: Atom,
  mode: Mode,
  lowerFormula: LowerFormula,
): readonly Formula[] {
  const value = aggregateIn(atom.expression);
  const others = missingPaths(atom.expression);
  const { whenMissing, isNegated, at } = atom;
  const unknowns = value !== null && mode === 'possible' ? unknownsOf(rule, value) : [];
  const needs = whenMissing === false && !isNegated ? others.map((path) => presence(path, false)) : [];
  const afterKnown = (count: number, formula: Formula): Formula => {
    const before = unknowns.slice(0, count);
    if (before.length === 0) return formula;
    const made: Formula = {
      kind: 'made',
      make: (context) => {
        requireKnown(context, before, lowerFormula);
        return [];
      },
      bindings: before.flatMap((one) => (one.kind === 'element' ? one.names : [...mentionedIn(one.reading)])),
      at,
    };
    return { kind: 'and', parts: [made, formula], at };
  };
  const parts = unknowns.map((unknown, i): Formula => {
    const made: Formula =
      unknown.kind === 'element'
        ? {
            kind: 'made',
            make: (context) => [unknown.make(context, lowerFormula)],
            bindings: unknown.names,
            at,
          }
        : { ...unknown.reading, isNegated: !unknown.reading.isNegated, whenMissing: true };
    const once = afterKnown(i, made);
    return needs.length === 0 ? once : { kind: 'and', parts: [...needs, once], at };
  });
  const sides = others.flatMap((path) => otherSide(path, atom, mode));
  return [...parts, ...sides.map((side) => afterKnown(unknowns.length, side))];
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
export function aggregateIn(expression: Resolved): QuantifierValue | null {
  if (expression.kind === 'quantifier') return expression;
  if (expression.kind !== 'comparison') return null;
  return aggregateIn(expression.left) ?? aggregateIn(expression.right);
}

/** The opposite of an element that says what is unknown. */
function known(unknown: WhenSyntax): WhenSyntax {
  if (unknown.kind === 'not') return { ...unknown, kind: 'exists' };
  if (unknown.kind === 'exists') return { ...unknown, kind: 'not' };
  return unknown;
}
