/** Recognizes the elements that lowering adds to quantifiers and aggregates where a list may be missing. */
import type { AggregateSyntax } from '../../../compiler/tables-syntax.ts';
import type { PatternSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import { primary, type Fragment } from './fragment.ts';
import { pathId, type HiddenTemplate } from './hidden-templates.ts';
import { hiddenOf, joinsItem, NOWHERE } from './raise-hidden.ts';
import { innerScope, namePattern, type RaiseScope } from './raise-scope.ts';
import { testsReadable, testsUnread } from './raise-test.ts';

type Not = Extract<WhenSyntax, { kind: 'not' | 'exists' }>;

interface HiddenElement {
  readonly pattern: PatternSyntax;
  readonly template: HiddenTemplate;
}

/** The first pattern of a group, if it is of the document. */
function firstHidden(scope: RaiseScope, elements: readonly WhenSyntax[]): HiddenElement | null {
  const [pattern] = elements;
  const template = pattern?.kind === 'pattern' ? hiddenOf(scope, pattern) : null;
  return pattern?.kind === 'pattern' && template !== null ? { pattern, template } : null;
}

/** The template of the one pattern of a group, if it says no more than that the path exists. */
function presence(scope: RaiseScope, elements: readonly WhenSyntax[]): HiddenElement | null {
  const hidden = firstHidden(scope, elements);
  if (hidden === null || elements.length !== 1 || hidden.template.kind !== 'path') return null;
  const named = { name: '', pattern: hidden.pattern, hidden: null };
  const { template } = hidden;
  const joins = hidden.pattern.conditions.every((condition) =>
    joinsItem({ ...named, hidden: { ...NOWHERE, template, isEntry: true } }, condition),
  );
  return joins ? hidden : null;
}

/** `has(path)`; null if the elements say something else. */
export function presentPath(scope: RaiseScope, elements: readonly WhenSyntax[]): Fragment | null {
  const found = presence(scope, elements);
  if (found === null || found.template.slots.get('value')?.skips === true) return null;
  const { name, hidden } = namePattern(innerScope(scope), found.pattern);
  return primary(`has(${hidden?.path ?? ''})`, [name]);
}

/** `not exists(x in list, …)` of a list that exists, or the elements before an aggregate. */
interface KnownBefore {
  /** Elements that belong to it. */
  readonly count: number;
  readonly aggregate: AggregateSyntax | null;
  readonly list: Not;
}

/** The elements which require that a list, or the paths of an aggregate, exist; null if the element at `index` is not one. */
export function knownBefore(
  scope: RaiseScope,
  elements: readonly WhenSyntax[],
  index: number,
): KnownBefore | null {
  const element = elements[index];
  const next = elements[index + 1];
  if (scope.document === null || element === undefined) return null;
  if (element.kind !== 'exists' && element.kind !== 'not') return null;
  let end = index;
  while (isKnown(scope, elements[end]) || (end > index && isReading(scope, elements[end]))) end++;
  const aggregate = elements[end];
  if (end > index && aggregate?.kind === 'aggregate') {
    const inner = firstHidden(scope, aggregate.elements);
    if (inner?.template.kind === 'item') return { count: end - index, aggregate, list: element };
  }
  if (scope.document.mode !== 'certain') return null;
  const list = element.kind === 'exists' ? presence(scope, element.elements) : null;
  return list !== null && next?.kind === 'not' && isOfList(scope, next.elements, list.template)
    ? { count: 2, aggregate: null, list: next }
    : null;
}

/** True if nothing before the aggregate requires that its list exists, so that it is written with `?`. */
export function isExcusedList(
  scope: RaiseScope,
  before: readonly WhenSyntax[],
  { elements }: AggregateSyntax,
): boolean {
  const requires = (element: WhenSyntax): boolean => {
    const path = element.kind === 'exists' ? presence(scope, element.elements) : null;
    return path !== null && isOfList(scope, elements, path.template);
  };
  return !before.some(requires);
}

const isOfList = (scope: RaiseScope, elements: readonly WhenSyntax[], path: HiddenTemplate): boolean => {
  const item = firstHidden(scope, elements)?.template;
  return item?.kind === 'item' && pathId(item) === pathId(path);
};

/** `exists: [path]`, or that no item lacks a path, or has a value that cannot be read. */
export function isKnown(scope: RaiseScope, element: WhenSyntax | undefined): boolean {
  if (element?.kind === 'exists') return presence(scope, element.elements) !== null;
  return element?.kind === 'not' && isItemUnknown(scope, element.elements);
}

/** An item that lacks a path, or has a value that cannot be read. */
function isItemUnknown(scope: RaiseScope, elements: readonly WhenSyntax[]): boolean {
  const last = elements.at(-1);
  if (firstHidden(scope, elements)?.template.kind !== 'item') return false;
  if (last?.kind === 'not') return presence(scope, last.elements) !== null;
  return (
    last?.kind === 'pattern' && last.conditions.some(({ test }) => test !== null && testsUnread(test.text))
  );
}

/** A path of which no more is said than that its value can be read. */
export function isReading(scope: RaiseScope, element: WhenSyntax | undefined): boolean {
  if (element?.kind !== 'pattern' || hiddenOf(scope, element)?.kind !== 'path') return false;
  return element.conditions.every(
    ({ expression, test, now }) =>
      expression === null && now === null && (test === null || testsReadable(test.text)),
  );
}

/** The opposite of what `isKnown` and `isReading` say. */
export function saysUnknown(scope: RaiseScope, element: WhenSyntax): boolean {
  if (element.kind === 'exists') return isItemUnknown(scope, element.elements);
  if (element.kind !== 'not') return false;
  const [only, another] = element.elements;
  return presence(scope, element.elements) !== null || (another === undefined && isReading(scope, only));
}

/** The `exists` of alternatives of which the other one says that the list is missing; null for others. */
export function absentList(scope: RaiseScope, element: Extract<WhenSyntax, { kind: 'any' }>): Not | null {
  if (scope.document?.mode !== 'possible') return null;
  const [[absent, another] = [], [exists, further] = [], more] = element.branches;
  if (absent?.kind !== 'not' || exists?.kind !== 'exists') return null;
  if (another !== undefined || further !== undefined || more !== undefined) return null;
  const list = presence(scope, absent.elements);
  return list !== null && isOfList(scope, exists.elements, list.template) ? exists : null;
}
