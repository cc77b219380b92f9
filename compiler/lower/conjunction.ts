/** Conjunctions of formulas as elements of one `when`, group or branch. */
import type { WhenSyntax } from '../syntax.ts';
import { lowerAggregate } from './aggregate.ts';
import { unknownParts } from './aggregate-unknown.ts';
import { lowerAtom } from './atom.ts';
import { expand, type Mode } from './companions.ts';
import {
  createContext,
  ensurePattern,
  findPattern,
  presenceElements,
  valueElements,
  addDocument,
  type LoweredRule,
  type PatternContext,
} from './context.ts';
import { addTest, guardedTest } from './test-condition.ts';
import { knownKeys } from './entry-key.ts';
import { atomOf, flatten, missingPaths, type Formula, type Presence } from './formula.ts';
import { hasAggregate, mentionedIn } from './mentions.ts';
import { lowerQuantifier } from './quantifier.ts';
import type { Binding, Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import { hasTestForm, type TestWriter } from './test-form.ts';
import { call, type TestText } from './test-text.ts';

/** Alternatives of one rule, written out. */
const MOST_ALTERNATIVES = 256;

export interface Lowered {
  readonly elements: readonly WhenSyntax[];
  /** One per alternative, with the patterns that the right half refers to. */
  readonly contexts: readonly PatternContext[];
}

/** Where a conjunction begins: what is bound before its first comparison. */
export interface Start {
  /** Makes a context with the patterns that the conjunction begins with. */
  readonly begin: () => PatternContext;
  readonly bound: ReadonlySet<Binding>;
}

/** Lowers formulas that must all hold. */
export function lowerConjunction(
  rule: LoweredRule,
  formulas: readonly Formula[],
  start: Start,
  mode: Mode,
): Lowered {
  const parts = formulas
    .flatMap((formula) => flatten(expand(formula, mode)))
    .map((part) => asMembership(part) ?? part)
    .map((part) => withUnknowns(rule, part, mode));
  const choices = new Set(parts.filter((part) => part.kind === 'or' && isChoice(part, parts, start.bound)));
  if (choices.size === 0) {
    const context = start.begin();
    for (const part of parts) lowerFormula(context, part, mode);
    return { elements: context.elements, contexts: [context] };
  }
  let branches: readonly (readonly Formula[])[] = [[]];
  for (const part of parts) {
    const alternatives = choices.has(part) && part.kind === 'or' ? part.parts : [part];
    if (branches.length * alternatives.length > MOST_ALTERNATIVES) {
      failRule(rule, 'too-many-alternatives', part.at, { name: rule.name, limit: MOST_ALTERNATIVES });
      return { elements: [], contexts: [] };
    }
    branches = branches.flatMap((done) => alternatives.map((alternative) => [...done, alternative]));
  }
  const lowered = branches.map((branch) => lowerConjunction(rule, branch, start, mode));
  const at = [...choices][0]?.at ?? { file: '', start: 0, end: 0 };
  return {
    elements: [{ kind: 'any', branches: lowered.flatMap(branchesOf), at }],
    contexts: lowered.flatMap(({ contexts }) => contexts),
  };
}

/** Alternatives within alternatives are alternatives. */
function branchesOf({ elements }: Lowered): readonly (readonly WhenSyntax[])[] {
  const [only, another] = elements;
  return only?.kind === 'any' && another === undefined ? only.branches : [elements];
}

/** One slot or path compared by `==` and `in` with literals, in all alternatives, is one `in`. */
function asMembership(formula: Formula): Formula | null {
  if (formula.kind !== 'or') return null;
  const items: Resolved[] = [];
  let subject: Resolved | null = null;
  for (const part of formula.parts) {
    if (part.kind !== 'atom' || part.isNegated || part.whenMissing !== 'unknown') return null;
    const compared = comparedLiterals(part.expression);
    if (compared === null) return null;
    if (subject !== null && !isSame(subject, compared.subject)) return null;
    subject ??= compared.subject;
    items.push(...compared.items);
  }
  if (subject === null) return null;
  const { at } = formula;
  const list: Resolved = { kind: 'list', items, at };
  return atomOf({ kind: 'in', isNegated: false, operatorAt: at, left: subject, right: list, at });
}

function comparedLiterals(
  expression: Resolved,
): { readonly subject: Resolved; readonly items: readonly Resolved[] } | null {
  const isSubject = ({ kind }: Resolved): boolean => kind === 'slot' || kind === 'path';
  if (expression.kind === 'comparison' && expression.sign.value === '==') {
    const { left, right } = expression;
    return isSubject(left) && !isBooleanOrList(left) && right.kind === 'literal'
      ? { subject: left, items: [right] }
      : null;
  }
  if (expression.kind !== 'in' || expression.isNegated || expression.right.kind !== 'list') return null;
  const { left, right } = expression;
  const isWhole =
    isSubject(left) && !isBooleanOrList(left) && right.items.every(({ kind }) => kind === 'literal');
  return isWhole ? { subject: left, items: right.items } : null;
}

const isBooleanOrList = (expression: Resolved): boolean =>
  expression.kind === 'slot' && (expression.slot.isList || expression.slot.type === 'boolean');

function isSame(first: Resolved, second: Resolved): boolean {
  if (first.kind === 'slot' && second.kind === 'slot')
    return first.binding === second.binding && first.slot === second.slot;
  if (first.kind === 'path' && second.kind === 'path')
    return (
      first.binding === second.binding && first.node === second.node && first.isOptional === second.isOptional
    );
  return false;
}

/** An aggregate beside what makes it unknown: alternatives where that counts as true. */
function withUnknowns(rule: LoweredRule, formula: Formula, mode: Mode): Formula {
  if (formula.kind !== 'atom' || formula.isGuarded || !hasAggregate(formula.expression)) return formula;
  const unknown = unknownParts(rule, formula, mode, lowerFormula);
  if (unknown.length === 0) return formula;
  return { kind: 'or', parts: [{ ...formula, isGuarded: true }, ...unknown], at: formula.at };
}

/** True if the alternatives become branches of the whole conjunction: neither a group nor a test holds them. */
function isChoice(
  formula: Extract<Formula, { kind: 'and' | 'or' }>,
  parts: readonly Formula[],
  bound: ReadonlySet<Binding>,
): boolean {
  if (isSelfContained(formula)) return false;
  if (!isTestable(formula)) return true;
  const outside = new Set(bound);
  for (const other of parts) if (other !== formula) for (const name of mentionedIn(other)) outside.add(name);
  const each = formula.parts.map((part) => mentionedIn(part));
  for (const name of each[0] ?? []) if (each.every((names) => names.has(name))) outside.add(name);
  return [...mentionedIn(formula)].some((name) => !outside.has(name));
}

/** Quantifiers, `has` and comparisons of paths that may be missing bring their own patterns. */
function isSelfContained(formula: Formula): boolean {
  switch (formula.kind) {
    case 'and':
    case 'or':
      return formula.parts.every(isSelfContained);
    case 'atom':
      return missingPaths(formula.expression).length > 0 && !hasAggregate(formula.expression);
    case 'constant':
      return false;
    default:
      return true;
  }
}

function isTestable(formula: Formula): boolean {
  if (formula.kind === 'and' || formula.kind === 'or') return formula.parts.every(isTestable);
  return (
    formula.kind === 'atom' &&
    missingPaths(formula.expression).length === 0 &&
    hasTestForm(formula.expression)
  );
}

/** Adds one formula to a context. */
export function lowerFormula(context: PatternContext, formula: Formula, mode: Mode): void {
  const { at } = formula;
  switch (formula.kind) {
    case 'constant':
      if (!formula.value) failRule(context.rule, 'never-holds', at, { why: 'the condition is constant' });
      return;
    case 'and':
      for (const part of formula.parts) lowerFormula(context, part, mode);
      return;
    case 'presence': {
      lowerPresence(context, formula, mode);
      return;
    }
    case 'quantifier':
      lowerQuantifier(context, formula, mode, { conjunction: lowerConjunction, formula: lowerFormula });
      return;
    case 'made':
      for (const binding of formula.bindings) ensurePattern(context, binding);
      context.elements.push(...formula.make(context));
      return;
    case 'atom':
      if (hasAggregate(formula.expression)) lowerAggregate(context, formula, mode, lowerFormula);
      else lowerAtom(context, formula, mode, lowerFormula);
      return;
    case 'or':
      lowerAlternatives(context, formula, mode);
  }
}

/** `has(path)`, which is unknown if a key that leads there is. */
function lowerPresence(context: PatternContext, formula: Presence, mode: Mode): void {
  const { node, binding, isNegated, ofValue, at } = formula;
  const elementsOf = ofValue === true ? valueElements : presenceElements;
  const elements = elementsOf(context, node, binding, at);
  const keys = ofValue === true ? [] : knownKeys(binding);
  if (keys.length === 0 || isNegated === (mode === 'possible'))
    context.elements.push({ kind: isNegated ? 'not' : 'exists', elements, at });
  else if (isNegated) {
    // A test of a key needs a pattern, which a group may lack.
    const isTested = keys.some((key) => key.kind === 'atom' && missingPaths(key.expression).length === 0);
    if (isTested) addDocument(context, at);
    for (const key of keys) lowerFormula(context, key, 'certain');
    context.elements.push({ kind: 'not', elements, at });
  } else {
    const absent = createContext(context);
    lowerPresence(absent, { ...formula, isNegated: true }, 'certain');
    context.elements.push({ kind: 'not', elements: absent.elements, at });
  }
}

function lowerAlternatives(
  context: PatternContext,
  formula: Extract<Formula, { kind: 'and' | 'or' }>,
  mode: Mode,
): void {
  for (const binding of mentionedIn(formula)) ensurePattern(context, binding);
  if (!isSelfContained(formula)) {
    const writer: TestWriter = { context, drafts: [] };
    const test = testOf(writer, formula);
    const drafts = [...mentionedIn(formula)].flatMap((binding) => findPattern(context, binding) ?? []);
    addTest(context, test, drafts, formula.at);
    return;
  }
  const branches = formula.parts.map((part) => {
    const branch = createContext(context);
    lowerFormula(branch, part, mode);
    return branch.elements;
  });
  context.elements.push({ kind: 'any', branches, at: formula.at });
}

function testOf(writer: TestWriter, formula: Formula): TestText {
  if (formula.kind === 'and' || formula.kind === 'or')
    return call(formula.kind, formula.at, ...formula.parts.map((part) => testOf(writer, part)));
  if (formula.kind === 'atom') return guardedTest(writer, formula.expression, formula.isNegated);
  throw new TypeError('only comparisons are in a test');
}
