/** `when` as `for`, `let` and `if`. */
import type { AggregateSyntax } from '../../../compiler/tables-syntax.ts';
import type { Vocabulary } from '../../../compiler/lower/vocabulary.ts';
import type { WhenSyntax } from '../../../compiler/syntax.ts';
import { isPath, join, primary, type Fragment } from './fragment.ts';
import { raiseConditions } from './raise-conditions.ts';
import { aggregateComparison, aggregateText, collector, raiseGroupAt, type Add } from './raise-elements.ts';
import { sourceOf, type DocumentScope } from './raise-hidden.ts';
import { raiseOperator } from './raise-operator.ts';
import { freshName, refuse } from './raise-names.ts';
import { withoutUnknown } from './unknown-aggregates.ts';
import { createRaiseScope, namePattern, type NamedPattern, type RaiseScope } from './raise-scope.ts';

export interface ShortLeft {
  /** Names with what they go through, in order. */
  readonly for: readonly { readonly name: string; readonly source: string }[];
  readonly let: readonly { readonly name: string; readonly value: string }[];
  /** Conditions, pattern by pattern. */
  readonly if: readonly (readonly Fragment[])[];
  /** Names the document in `for`, `let` or `if`. */
  readonly namesDocument: boolean;
  /** For the right half. */
  readonly scope: RaiseScope;
}

/**
 * The left half in the short form; null if it has none. `least` names are in `for` even if conditions name them, too.
 */
export function raiseLeft(
  written: readonly WhenSyntax[],
  vocabulary: Vocabulary,
  document: DocumentScope | null,
  least: number,
): ShortLeft | null {
  const when = withoutUnknown(createRaiseScope(vocabulary, document), written);
  const patterns = when.filter((element) => element.kind === 'pattern');
  // Names of `for` are those up to the last one that differs from its template or that no condition mentions.
  for (let count = Math.min(least, patterns.length); count <= patterns.length; count++) {
    const left = raiseWith(when, vocabulary, document, count);
    if (left === null) continue;
    if (document !== null || left.for.length + left.let.length + left.if.length > 0) return left;
  }
  return document === null ? null : raiseAlternatives(when, vocabulary, document);
}

/** Alternatives with patterns of their own, which begin with the same names. */
function raiseAlternatives(
  when: readonly WhenSyntax[],
  vocabulary: Vocabulary,
  document: DocumentScope,
): ShortLeft | null {
  const [only, another] = when;
  if (only?.kind !== 'any' || another !== undefined) return null;
  const branches = only.branches.map((branch) => raiseLeft(branch, vocabulary, document, 0));
  const [first] = branches;
  if (first === undefined || first === null) return null;
  const names = JSON.stringify(first.for);
  const conjunctions: (readonly Fragment[])[] = [];
  for (const branch of branches) {
    if (branch === null || branch.let.length > 0 || JSON.stringify(branch.for) !== names) return null;
    if (branch.if.length === 0) return null;
    conjunctions.push(branch.if.flat());
  }
  // Their common beginning goes before the alternatives.
  let common = 0;
  const isCommon = (index: number): boolean =>
    conjunctions.every(
      (parts) => parts.length > index + 1 && parts[index]?.text === conjunctions[0]?.[index]?.text,
    );
  while (isCommon(common)) common++;
  const either = join(
    'or',
    conjunctions.map((parts) => join('and', parts.slice(common))),
  );
  const namesDocument = branches.some((branch) => branch?.namesDocument === true);
  const before = conjunctions[0]?.slice(0, common) ?? [];
  return { ...first, if: [...before.map((part) => [part]), [either]], namesDocument };
}

interface Named {
  /** Facts and items of `for`. */
  readonly inFor: readonly NamedPattern[];
  /** Patterns that conditions name, including paths. */
  readonly others: readonly NamedPattern[];
  readonly byElement: ReadonlyMap<WhenSyntax, NamedPattern>;
}

/** The patterns under their names; null if one of those that are not in `for` needs a name there. */
function nameAll(scope: RaiseScope, when: readonly WhenSyntax[], count: number): Named | null {
  const byElement = new Map<WhenSyntax, NamedPattern>();
  for (const element of when)
    if (element.kind === 'pattern') byElement.set(element, namePattern(scope, element));
  const named = [...byElement.values()].filter(({ hidden }) => hidden?.template.kind !== 'document');
  const facts = named.filter(({ hidden }) => hidden?.template.kind !== 'path');
  const inFor = facts.slice(0, count);
  const isOwn = ({ name, pattern, hidden }: NamedPattern): boolean =>
    hidden === null && name === pattern.template.value;
  if (!facts.slice(count).every(isOwn)) return null;
  return { inFor, others: named.filter((pattern) => !inFor.includes(pattern)), byElement };
}

function raiseWith(
  when: readonly WhenSyntax[],
  vocabulary: Vocabulary,
  document: DocumentScope | null,
  count: number,
): ShortLeft | null {
  const scope = createRaiseScope(vocabulary, document);
  const all = nameAll(scope, when, count);
  if (all === null) return null;
  const { inFor, others, byElement } = all;
  const names = namesOf(scope, inFor);
  const lets: ShortLeft['let'][number][] = [];
  const conjuncts: Fragment[][] = [];
  const seen: string[] = [];
  const add: Add = (fragment) => {
    for (const name of fragment.names) if (!scope.mentioned.has(name)) seen.push(name);
    collector(scope, conjuncts.at(-1) ?? [])(fragment);
  };
  for (let i = 0; i < when.length;) {
    const element = when[i];
    if (element === undefined) break;
    // A condition of a path stays beside what says that it exists.
    if (element.kind === 'pattern' || conjuncts.length === 0 || document === null) conjuncts.push([]);
    const pattern = byElement.get(element);
    if (pattern !== undefined) raiseConditions(scope, pattern, count === 0 || others.includes(pattern), add);
    else if (element.kind === 'aggregate') raiseAggregate(scope, element, when.slice(0, i), lets, add);
    else {
      i += raiseGroupAt(scope, when, i, add);
      continue;
    }
    i++;
  }
  if (scope.state.hasFailed || !isInOrder(seen, others)) return null;
  return {
    for: names,
    let: lets,
    if: conjuncts.filter(({ length }) => length > 0),
    namesDocument: scope.state.namesDocument,
    scope,
  };
}

/** `for`: the names with what they go through, items of lists of facts included. */
function namesOf(scope: RaiseScope, inFor: readonly NamedPattern[]): ShortLeft['for'] {
  const names: ShortLeft['for'][number][] = [];
  const isPossible = scope.document?.mode === 'possible';
  for (const { name, pattern, hidden } of inFor) {
    const source = hidden === null ? pattern.template.value : sourceOf(scope, hidden, isPossible);
    names.push({ name, source });
    scope.mentioned.add(name);
    for (const { each, slot } of pattern.conditions)
      if (each !== null && slot !== null) {
        const item = freshName(scope, each.value);
        names.push({ name: item, source: `${name}.${slot.value}` });
        scope.variables.set(each.value, primary(item, [name]));
      }
  }
  return names;
}

/** True if conditions name the facts in their order. That of paths shows when the rule is lowered again. */
function isInOrder(seen: readonly string[], others: readonly NamedPattern[]): boolean {
  const facts = others.filter(({ hidden }) => hidden === null);
  const named = seen.filter((name) => !isPath(name));
  return named.length === facts.length && facts.every(({ name }, i) => named[i] === name);
}

function raiseAggregate(
  scope: RaiseScope,
  element: AggregateSyntax,
  before: readonly WhenSyntax[],
  lets: { name: string; value: string }[],
  add: Add,
): void {
  const { as, expression } = element;
  if (as === null) {
    add(aggregateComparison(scope, element, before));
    return;
  }
  const value = aggregateText(scope, element, before);
  const name = freshName(scope, as.value);
  lets.push({ name, value: value.text });
  // An aggregate of `let` may name facts of `for` alone: others have no pattern before it.
  if (value.names.some((fact) => !scope.mentioned.has(fact))) refuse(scope);
  scope.variables.set(as.value, primary(name));
  if (expression !== null)
    add(raiseOperator(scope, { text: primary(name), type: null, isList: element.asList }, expression));
}
