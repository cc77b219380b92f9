/** Groups and aggregates of a conjunction, and what lowering makes of paths that may be missing. */
import type { AggregateSyntax } from '../../../compiler/tables-syntax.ts';
import { otherMode, type Mode } from '../../../compiler/lower/companions.ts';
import type { PatternSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import { grouped, isPath, join, negate, primary, turn, type Fragment } from './fragment.ts';
import { absentList, isExcusedList, knownBefore, presentPath } from './document-forms.ts';
import { raiseConditions } from './raise-conditions.ts';
import { hasValues, hiddenOf, sourceOf } from './raise-hidden.ts';
import { raiseOperator } from './raise-operator.ts';
import { readForm } from './read-form.ts';
import { sortOf } from './raise-times.ts';
import { raiseTest } from './raise-test.ts';
import { refuse } from './raise-names.ts';
import {
  innerScope,
  namePattern,
  referenceText,
  variableText,
  type NamedPattern,
  type RaiseScope,
} from './raise-scope.ts';

type Group = Exclude<WhenSyntax, PatternSyntax>;
export type Add = (fragment: Fragment) => void;

const modeOf = ({ document }: RaiseScope): Mode => document?.mode ?? 'certain';

/** The scope of a group whose elements have their own mode. */
function scopeOf(scope: RaiseScope, mode: Mode, marks = mode === 'possible'): RaiseScope {
  const { document } = scope;
  return { ...innerScope(scope), document: document && { ...document, mode, marks } };
}

/** Raises the group at `index`; returns how many elements it took. */
export function raiseGroupAt(
  scope: RaiseScope,
  elements: readonly WhenSyntax[],
  index: number,
  add: Add,
): number {
  const element = elements[index];
  if (element === undefined || element.kind === 'pattern') {
    refuse(scope);
    return 1;
  }
  const known = knownBefore(scope, elements, index);
  if (known === null) {
    add(raiseGroup(scope, element, elements.slice(0, index)));
    return 1;
  }
  if (known.aggregate === null) add(negate(raiseExists(scope, known.list.elements, true, false)));
  return known.count;
}

/** A quantifier, its negation, or alternatives of them. */
function raiseGroup(scope: RaiseScope, element: Group, before: readonly WhenSyntax[]): Fragment {
  switch (element.kind) {
    case 'exists':
    case 'not':
      return raiseQuantified(scope, element);
    case 'any': {
      const list = absentList(scope, element);
      if (list !== null) return raiseExists(scope, list.elements, false, false);
      return join(
        'or',
        element.branches.map((branch) => join('and', conjunctsOf(innerScope(scope), branch))),
      );
    }
    case 'forall': {
      const inner = scopeOf(scope, otherMode(modeOf(scope)));
      const { binder, conditions } = raisePattern(inner, element.each);
      const must = raiseExists(scopeOf(inner, modeOf(scope)), element.must, false, false);
      const which = conditions.length === 0 ? [] : [join('and', conditions)];
      return quantifier('forall', binder, [...which, must], inner.taken, scope);
    }
    case 'aggregate':
      return element.expression === null ? refuse(scope) : aggregateComparison(scope, element, before);
  }
}

function raiseQuantified(
  scope: RaiseScope,
  element: Extract<WhenSyntax, { kind: 'exists' | 'not' }>,
): Fragment {
  const { elements } = element;
  const isNegated = element.kind === 'not';
  const [first] = elements;
  const hidden = first?.kind === 'pattern' ? hiddenOf(scope, first) : null;
  if (hidden?.kind === 'path') {
    const path = presentPath(scope, elements);
    if (path !== null) return grouped(isNegated ? negate(path) : path);
    return isNegated ? raiseNegated(scope, elements) : refuse(scope);
  }
  // Where the absence of the list would count, it is written with `?`.
  const isMarked = isNegated === (modeOf(scope) === 'certain');
  const exists = raiseExists(scope, elements, isNegated, isMarked);
  return isNegated ? negate(exists) : exists;
}

/** `not` of a comparison of paths that may be missing: the opposite, unless it is about paths with `?`. */
function raiseNegated(scope: RaiseScope, elements: readonly WhenSyntax[]): Fragment {
  const marks = modeOf(scope) === 'certain';
  const inner = scopeOf(scope, 'certain', marks);
  const parts = conjunctsOf(inner, elements);
  if (parts.length === 0) return refuse(scope);
  const whole = join('and', parts);
  return grouped(marks && !whole.text.includes(' ?? ') ? negate(whole) : turn(whole));
}

/** The conditions that the elements express, in order. */
function conjunctsOf(scope: RaiseScope, elements: readonly WhenSyntax[]): readonly Fragment[] {
  const conjuncts: Fragment[] = [];
  const add = collector(scope, conjuncts);
  for (let i = 0; i < elements.length;) {
    const element = elements[i];
    if (element?.kind !== 'pattern') {
      i += raiseGroupAt(scope, elements, i, add);
      continue;
    }
    if (hiddenOf(scope, element)?.kind === 'path')
      raiseConditions(scope, namePattern(scope, element), true, add);
    else refuse(scope);
    i++;
  }
  return conjuncts;
}

/** Adds conjuncts; `has(p) and p == v` is `p? == v`. */
export function collector(scope: RaiseScope, conjuncts: Fragment[]): Add {
  return (fragment) => {
    const before = conjuncts.at(-1);
    const marked = isDivisor(scope, before, fragment) ? fragment : withMark(before, fragment);
    if (marked === null) conjuncts.push(fragment);
    else conjuncts.splice(-1, 1, marked);
    for (const name of fragment.names) scope.mentioned.add(name);
  };
}

/** True if the conjunct before says that the divisor is not zero: lowering adds that. */
function isDivisor({ document }: RaiseScope, before: Fragment | undefined, { text }: Fragment): boolean {
  const divisor = document === null ? undefined : /^(.*) != 0$/.exec(before?.text ?? '')?.[1];
  return divisor !== undefined && (text.includes(` / ${divisor}`) || text.includes(` % ${divisor}`));
}

/** The comparison with `?` at its one path, if the conjunct before it says that the path exists. */
function withMark(before: Fragment | undefined, fragment: Fragment): Fragment | null {
  const path = before === undefined ? undefined : /^has\((.*)\)$/.exec(before.text)?.[1];
  if (path === undefined || /^not |^\(?not\b| (?:!=|not in) | \?\? |\?/.test(fragment.text)) return null;
  const paths = [...fragment.names.filter(isPath), ...(fragment.paths ?? [])];
  const parts = fragment.text.split(path);
  if (paths.length !== 1 || paths[0] !== path || parts.length !== 2) return null;
  if (/^[\w[]|^\.\w+(?!\w*\()/.test(parts[1] ?? '')) return null;
  return { ...fragment, text: parts.join(`${path}?`) };
}

function raiseExists(
  scope: RaiseScope,
  elements: readonly WhenSyntax[],
  isNegated: boolean,
  isMarked: boolean,
): Fragment {
  const [first, ...rest] = elements;
  const inner = scopeOf(scope, isNegated ? otherMode(modeOf(scope)) : modeOf(scope));
  if (first?.kind !== 'pattern' || hiddenOf(scope, first)?.kind === 'path') return refuse(scope);
  const { binder, conditions } = raisePattern(inner, first, isMarked);
  const parts = [...conditions, ...conjunctsOf(inner, rest)];
  return quantifier('exists', binder, parts.length === 0 ? [] : [join('and', parts)], inner.taken, scope);
}

interface RaisedPattern {
  /** `name in template`, or the template alone. */
  readonly binder: string;
  readonly named: NamedPattern;
  readonly conditions: readonly Fragment[];
}

/** The pattern of a group; what it names is added to the scope, which is the group's own. */
function raisePattern(inner: RaiseScope, pattern: PatternSyntax, isMarked = false): RaisedPattern {
  const named = namePattern(inner, pattern);
  const { name, hidden } = named;
  const template = pattern.template.value;
  inner.mentioned.add(name);
  const conditions: Fragment[] = [];
  raiseConditions(inner, named, true, collector(inner, conditions));
  const source = hidden === null ? template : sourceOf(inner, hidden, isMarked);
  return { binder: name === source ? name : `${name} in ${source}`, named, conditions };
}

/** The facts of the rule that a quantifier names are those that it does not name itself. */
function quantifier(
  word: string,
  binder: string,
  args: readonly Fragment[],
  taken: ReadonlySet<string>,
  outer: RaiseScope,
): Fragment {
  const names = args
    .flatMap((arg) => arg.names)
    .filter((name) => outer.taken.has(name) || (!taken.has(name) && !isPath(name)));
  return primary(`${word}(${[binder, ...args.map(({ text }) => text)].join(', ')})`, names);
}

/** The aggregate alone, as `fold(name in template, which, value)`. */
export function aggregateText(
  scope: RaiseScope,
  aggregate: AggregateSyntax,
  before: readonly WhenSyntax[],
): Fragment {
  const { fold, elements, of } = aggregate;
  const [pattern, ...rest] = elements;
  const inner = scopeOf(scope, 'certain');
  if (pattern?.kind !== 'pattern' || hiddenOf(scope, pattern)?.kind === 'path') return refuse(scope);
  const isMarked = isExcusedList(scope, before, aggregate);
  const { binder, named, conditions } = raisePattern(inner, pattern, isMarked);
  const parts = [...conditions, ...conjunctsOf(inner, rest)];
  const { hidden } = named;
  if (hidden !== null && fold === 'count' && parts.length === 0 && !hasValues(scope, hidden))
    return {
      ...primary(
        `size(${sourceOf(scope, hidden, isMarked)})`,
        scope.taken.has(hidden.root) ? [hidden.root] : [],
      ),
      paths: [hidden.path],
    };
  const which = parts.length === 0 ? [] : [join('and', parts)];
  const value = of === null ? [] : [takenText(inner, of)];
  const whole = quantifier(fold, binder, [...which, ...value], inner.taken, scope);
  return hidden === null ? whole : { ...whole, paths: [hidden.path] };
}

function takenText(inner: RaiseScope, of: NonNullable<AggregateSyntax['of']>): Fragment {
  switch (of.kind) {
    case 'variable':
      return variableText(inner, of.name);
    case 'reference':
      return referenceText(inner, of.alias, of.slot);
    case 'computed':
      return raiseTest(inner, of.source.text);
  }
}

/** `duration` if the aggregate is one; null for a number. */
function typeOfValue(scope: RaiseScope, { fold, of }: AggregateSyntax): string | null {
  if (of?.kind !== 'computed' || fold === 'count' || fold === 'distinct') return null;
  const form = readForm(of.source.text);
  return form !== null && sortOf(scope, form) === 'duration' ? 'duration' : null;
}

export function aggregateComparison(
  scope: RaiseScope,
  element: AggregateSyntax,
  before: readonly WhenSyntax[],
): Fragment {
  const text = aggregateText(scope, element, before);
  if (element.expression === null) return text;
  const subject = { text, type: typeOfValue(scope, element), isList: false };
  return raiseOperator(unmarked(scope), subject, element.expression);
}

/** A path beside an aggregate makes it unknown if it is missing. */
const unmarked = (scope: RaiseScope): RaiseScope => ({
  ...scope,
  aliases: new Map(
    [...scope.aliases].map(([alias, { hidden, ...rest }]) => [
      alias,
      { ...rest, hidden: hidden && { ...hidden, isMarked: false } },
    ]),
  ),
});
