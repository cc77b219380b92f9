/** `when` as `for`, `let` and `if`. */
import type { AggregateSyntax } from '../../../compiler/knowledge-syntax.ts';
import type { Vocabulary } from '../../../compiler/lower/vocabulary.ts';
import type { ConditionSyntax, PatternSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import { binary, join, LEVELS, negate, primary, type Fragment } from './fragment.ts';
import {
  createRaiseScope,
  freshName,
  innerScope,
  namePattern,
  referenceText,
  refuse,
  slotInfo,
  slotText,
  variableText,
  type NamedPattern,
  type RaiseScope,
} from './raise-scope.ts';
import { raiseOperator } from './raise-operator.ts';
import { raiseTest } from './raise-test.ts';

export interface ShortLeft {
  /** Names with what they go through, in order. */
  readonly for: readonly { readonly name: string; readonly source: string }[];
  readonly let: readonly { readonly name: string; readonly value: string }[];
  /** Conditions, pattern by pattern. */
  readonly if: readonly (readonly Fragment[])[];
  /** For the right half. */
  readonly scope: RaiseScope;
}

/**
 * The left half in the short form; null if it has none. `least` names are in `for` even if conditions name them, too.
 */
export function raiseLeft(
  when: readonly WhenSyntax[],
  vocabulary: Vocabulary,
  least: number,
): ShortLeft | null {
  const patterns = when.filter((element) => element.kind === 'pattern');
  // Names of `for` are those up to the last one that differs from its template or that no condition mentions.
  for (let count = Math.min(least, patterns.length); count <= patterns.length; count++) {
    const left = raiseWith(when, vocabulary, count);
    if (left === null) continue;
    if (left.for.length + left.let.length + left.if.length > 0) return left;
  }
  return null;
}

function raiseWith(when: readonly WhenSyntax[], vocabulary: Vocabulary, count: number): ShortLeft | null {
  const scope = createRaiseScope(vocabulary);
  const named = new Map<WhenSyntax, NamedPattern>();
  for (const element of when) if (element.kind === 'pattern') named.set(element, namePattern(scope, element));
  const inFor = [...named.values()].slice(0, count);
  const others = [...named.values()].slice(count);
  if (others.some(({ name, pattern }) => name !== pattern.template.value)) return null;
  const names: ShortLeft['for'][number][] = [];
  for (const { name, pattern } of inFor) {
    names.push({ name, source: pattern.template.value });
    scope.mentioned.add(name);
    for (const { each, slot } of pattern.conditions)
      if (each !== null && slot !== null) {
        const item = freshName(scope, each.value);
        names.push({ name: item, source: `${name}.${slot.value}` });
        scope.variables.set(each.value, primary(item, [name]));
      }
  }
  const lets: ShortLeft['let'][number][] = [];
  const conjuncts: Fragment[][] = [];
  const seen: string[] = [];
  const add = (fragment: Fragment): void => {
    conjuncts.at(-1)?.push(fragment);
    for (const name of fragment.names) {
      if (!scope.mentioned.has(name)) seen.push(name);
      scope.mentioned.add(name);
    }
  };
  for (const element of when) {
    conjuncts.push([]);
    const pattern = named.get(element);
    if (pattern !== undefined && element.kind === 'pattern')
      raiseConditions(scope, pattern, count === 0 || others.includes(pattern), add);
    else if (element.kind === 'pattern') refuse(scope);
    else if (element.kind === 'aggregate') raiseAggregate(scope, element, lets, add);
    else add(raiseGroup(scope, element));
  }
  if (scope.state.hasFailed) return null;
  const isInOrder = seen.length === others.length && others.every(({ name }, i) => seen[i] === name);
  return isInOrder
    ? { for: names, let: lets, if: conjuncts.filter(({ length }) => length > 0), scope }
    : null;
}

/** The conditions of a pattern, one after the other. `isLoose`: the pattern is not in `for`. */
function raiseConditions(
  scope: RaiseScope,
  named: NamedPattern,
  isLoose: boolean,
  add: (fragment: Fragment) => void,
): void {
  // Tests of a pattern may name what a later condition binds.
  const isBound = named.pattern.conditions.map((condition) => bindSlot(scope, named, condition));
  named.pattern.conditions.forEach((condition, i) => {
    const { slot, each, expression, test, now } = condition;
    if (each !== null && isLoose) refuse(scope);
    if (slot !== null) {
      const info = slotInfo(scope, named, slot.value);
      if (info === null) {
        refuse(scope);
        return;
      }
      const text = each === null ? slotText(named, slot.value) : variableText(scope, each.value);
      const known = condition.bind === null || isBound[i] === true ? null : condition.bind.value;
      if (known !== null) add(equation(scope, text, variableText(scope, known)));
      const subject = { text, type: info.type, isList: info.isList && each === null };
      if (expression !== null) add(raiseOperator(scope, subject, expression));
    }
    if (test !== null) add(raiseTest(scope, test.text));
    if (now !== null) {
      const clock = { text: primary('now'), type: 'time', isList: false };
      const raised = raiseOperator(scope, clock, now);
      // A condition on the clock belongs to the pattern that was named last.
      add(raised);
    }
  });
}

const equation = (scope: RaiseScope, text: Fragment, known: Fragment): Fragment =>
  text.names.some((name) => !scope.mentioned.has(name))
    ? binary(known, '==', text, LEVELS.comparison)
    : binary(text, '==', known, LEVELS.comparison);

/** Names the slot by the variable that it binds; false if the variable has a value already. */
function bindSlot(scope: RaiseScope, named: NamedPattern, { slot, bind, each }: ConditionSyntax): boolean {
  if (bind === null || slot === null || each !== null) return true;
  if (scope.variables.has(bind.value)) return false;
  scope.variables.set(bind.value, slotText(named, slot.value));
  return true;
}

/** A quantifier, its negation, or alternatives of them. */
function raiseGroup(scope: RaiseScope, element: Exclude<WhenSyntax, PatternSyntax>): Fragment {
  switch (element.kind) {
    case 'exists':
      return raiseExists(scope, element.elements);
    case 'not':
      return negate(raiseExists(scope, element.elements));
    case 'any':
      return join(
        'or',
        element.branches.map((branch) =>
          join(
            'and',
            branch.map((part) => partOf(scope, part)),
          ),
        ),
      );
    case 'forall': {
      const inner = innerScope(scope);
      const { binder, conditions } = raisePattern(inner, element.each);
      const must = raiseExists(inner, element.must);
      const which = conditions.length === 0 ? [] : [join('and', conditions)];
      return quantifier('forall', binder, [...which, must], inner.taken, scope);
    }
    case 'aggregate':
      return element.expression === null ? refuse(scope) : aggregateComparison(scope, element);
  }
}

const partOf = (scope: RaiseScope, part: WhenSyntax): Fragment =>
  part.kind === 'pattern' ? refuse(scope) : raiseGroup(scope, part);

function raiseExists(scope: RaiseScope, elements: readonly WhenSyntax[]): Fragment {
  const [first, ...rest] = elements;
  const inner = innerScope(scope);
  if (first?.kind !== 'pattern') return refuse(scope);
  const { binder, conditions } = raisePattern(inner, first);
  const groups = rest.map((element) => partOf(inner, element));
  const parts = [...conditions, ...groups];
  return quantifier('exists', binder, parts.length === 0 ? [] : [join('and', parts)], inner.taken, scope);
}

interface RaisedPattern {
  /** `name in template`, or the template alone. */
  readonly binder: string;
  readonly name: string;
  readonly conditions: readonly Fragment[];
}

/** The pattern of a group; what it names is added to the scope, which is the group's own. */
function raisePattern(inner: RaiseScope, pattern: PatternSyntax): RaisedPattern {
  const named = namePattern(inner, pattern);
  const { name } = named;
  const template = pattern.template.value;
  inner.mentioned.add(name);
  const conditions: Fragment[] = [];
  raiseConditions(inner, named, true, (fragment) => conditions.push(fragment));
  return { binder: name === template ? name : `${name} in ${template}`, name, conditions };
}

/** The facts of the rule that a quantifier names are those that it does not name itself. */
function quantifier(
  word: string,
  binder: string,
  args: readonly Fragment[],
  taken: ReadonlySet<string>,
  outer: RaiseScope,
): Fragment {
  const names = args.flatMap((arg) => arg.names).filter((name) => outer.taken.has(name) || !taken.has(name));
  return primary(`${word}(${[binder, ...args.map(({ text }) => text)].join(', ')})`, names);
}

/** The aggregate alone, as `fold(name in template, which, value)`. */
function aggregateText(scope: RaiseScope, { fold, elements, of }: AggregateSyntax): Fragment {
  const [pattern, another] = elements;
  if (pattern?.kind !== 'pattern' || another !== undefined) return refuse(scope);
  const inner = innerScope(scope);
  const { binder, conditions } = raisePattern(inner, pattern);
  const which = conditions.length === 0 ? [] : [join('and', conditions)];
  const value =
    of === null
      ? []
      : [of.kind === 'variable' ? variableText(inner, of.name) : referenceText(inner, of.alias, of.slot)];
  return quantifier(fold, binder, [...which, ...value], inner.taken, scope);
}

function aggregateComparison(scope: RaiseScope, element: AggregateSyntax): Fragment {
  const text = aggregateText(scope, element);
  return element.expression === null
    ? text
    : raiseOperator(scope, { text, type: null, isList: false }, element.expression);
}

function raiseAggregate(
  scope: RaiseScope,
  element: AggregateSyntax,
  lets: { name: string; value: string }[],
  add: (fragment: Fragment) => void,
): void {
  const { as, expression } = element;
  if (as === null) {
    add(aggregateComparison(scope, element));
    return;
  }
  const value = aggregateText(scope, element);
  const name = freshName(scope, as.value);
  lets.push({ name, value: value.text });
  // An aggregate of `let` may name facts of `for` alone: others have no pattern before it.
  if (value.names.some((fact) => !scope.mentioned.has(fact))) refuse(scope);
  scope.variables.set(as.value, primary(name));
  if (expression !== null)
    add(raiseOperator(scope, { text: primary(name), type: null, isList: element.asList }, expression));
}
