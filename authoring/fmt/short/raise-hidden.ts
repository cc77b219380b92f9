/** Facts of the document as paths and items. */
import type { PatternSyntax } from '../../../compiler/syntax.ts';
import type { Mode } from '../../../compiler/lower/companions.ts';
import type { DeclaredDocument } from './declared-document.ts';
import { isPath, primary, quoted, type Fragment } from './fragment.ts';
import {
  isUnion,
  pathId,
  writtenKeys,
  type HiddenSlot,
  type HiddenTemplate,
  type HiddenTemplates,
} from './hidden-templates.ts';
import { rootOf } from './raise-entry.ts';
import { freshName, refuse } from './raise-names.ts';
import type { NamedPattern, RaiseScope } from './raise-scope.ts';

/** The document while a rule is raised. */
export interface DocumentScope {
  readonly templates: HiddenTemplates;
  readonly declared: DeclaredDocument;
  /** The mode that the raised elements were lowered in. */
  readonly mode: Mode;
  /** Paths are written with `?`: the surroundings hold if they are missing, or fail. */
  readonly marks: boolean;
}

/** A pattern of a hidden template. */
export interface HiddenPattern {
  readonly template: HiddenTemplate;
  /** `input`, or the name of the item that holds it. */
  readonly root: string;
  /** `input.a.b` without `?`. */
  readonly path: string;
  readonly isMarked: boolean;
  /** Names of facts and items in the keys of entries. */
  readonly keyNames: readonly string[];
  /** It is below an entry of a list or map, by a key. */
  readonly isEntry: boolean;
}

/** A pattern whose place is not known yet. */
export const NOWHERE = { root: '', path: '', isMarked: false, keyNames: [], isEntry: false } as const;

/** The text of a path that leads to nothing. */
const MISSING = '(missing)';

export const hiddenOf = ({ document }: RaiseScope, { template }: PatternSyntax): HiddenTemplate | null =>
  document?.templates.byName.get(template.value) ?? null;

export function nameHidden(
  scope: RaiseScope,
  pattern: PatternSyntax,
  template: HiddenTemplate,
): Pick<NamedPattern, 'name' | 'hidden'> {
  const { document } = scope;
  if (document === null) throw new TypeError('a hidden template belongs to a document');
  if (template.kind === 'document')
    return { name: 'input', hidden: { ...NOWHERE, template, root: 'input', path: 'input' } };
  scope.state.namesDocument = true;
  const place = rootOf(document.templates, scope.aliases, pattern, template, ({ alias, slot }) =>
    keyText(scope, alias, slot),
  );
  if (place === null) refuse(scope);
  const { text: root, names: keyNames, isEntry } = place ?? { text: '', names: [], isEntry: false };
  const path = `${root}${writtenKeys(document.templates, template.owner, template.keys)}`;
  const hidden = { template, root, path, keyNames, isEntry, isMarked: document.marks };
  if (template.kind === 'path') return { name: isPath(path) ? path : `${path}[]`, hidden };
  return { name: freshName(scope, pattern.alias?.value ?? 'item'), hidden };
}

/** The slot of a fact, or the key of an item, as the key of an entry. */
function keyText(scope: RaiseScope, alias: string, slot: string): Fragment {
  const named = scope.aliases.get(alias);
  if (named === undefined) return refuse(scope);
  const { name, hidden } = named;
  return hidden === null ? primary(`${name}.${slot}`, [name]) : hiddenSlotText(scope, { name, hidden }, slot);
}

/** True for the condition that joins the fact with the item that holds it. */
export function joinsItem(
  { hidden }: NamedPattern,
  { slot, expression }: PatternSyntax['conditions'][number],
): boolean {
  if (hidden === null || slot === null) return false;
  const { template } = hidden;
  const level = /^at(\d+)$/.exec(slot.value)?.[1];
  const [argument] = expression?.args ?? [];
  return (
    level !== undefined &&
    argument?.kind === 'reference' &&
    (hidden.isEntry || argument.slot === slot.value) &&
    expression?.operator.value === 'equals' &&
    Number(level) < template.depth
  );
}

/** True for the condition that says that two values of any type have one kind: lowering adds it. */
export const comparesKinds = (
  { hidden }: NamedPattern,
  { slot }: PatternSyntax['conditions'][number],
): boolean => slot !== null && hidden?.template.slots.get(slot.value)?.holds === 'kind';

/** `input.a`, `item.a`, `key(item)` or `(input.a ?? 0)`. */
export function hiddenSlotText(
  scope: RaiseScope,
  { name, hidden }: { readonly name: string; readonly hidden: HiddenPattern },
  slotName: string,
): Fragment {
  const { template } = hidden;
  const slot = template.slots.get(slotName);
  if (slot === undefined || scope.document === null) return refuse(scope);
  scope.state.namesDocument = true;
  switch (template.kind) {
    case 'path':
      if (slot.keys.length > 0 || slot.holds !== 'value') return refuse(scope);
      return primary(hidden.isMarked ? `${hidden.path}?` : hidden.path, [...hidden.keyNames, name]);
    case 'item':
      if (slot.holds === 'level') return levelText(scope, name, template, slotName);
      return primary(memberText(scope, name, hidden, slot), [name]);
    case 'document':
      return primary(memberText(scope, name, hidden, slot));
  }
}

/** The key of an item, or the name of its list in a union. */
function levelText(scope: RaiseScope, name: string, { depth, keys }: HiddenTemplate, slot: string): Fragment {
  if (slot === `at${depth}`) return primary(`key(${name})`, [name]);
  return isUnion(keys) && slot === `at${depth - 1}` ? primary(`list(${name})`, [name]) : refuse(scope);
}

function memberText(
  { document }: RaiseScope,
  name: string,
  { template }: HiddenPattern,
  { keys, holds, slot }: HiddenSlot,
): string {
  if (document === null) return '';
  const owner = template.kind === 'item' ? `${pathId(template)}[*]` : null;
  const path = `${name}${writtenKeys(document.templates, owner, keys)}`;
  const initial = slot.default;
  if (initial === null || !('kind' in initial.value)) return path;
  const { kind, text } = initial.value;
  if (holds === 'value' && document.declared.shape !== null) return path;
  if (holds === 'text') return text === MISSING ? path : `(${path} ?? ${textLiteral(text)})`;
  return `(${path} ?? ${kind === 'string' ? quoted(text) : text})`;
}

/** The literal whose text a place has: numbers and truth values are written as they are. */
const textLiteral = (text: string): string =>
  /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : quoted(text);

/** The list that a quantifier or `for` iterates over, with `?` if requested and if the list may be missing. */
export function sourceOf(
  { document }: RaiseScope,
  { template, path }: HiddenPattern,
  isMarked: boolean,
): string {
  // The document and an item are never missing.
  const isDefinite = template.keys.length === 0 || document?.declared.definite.has(pathId(template)) === true;
  return isMarked && !isDefinite ? `${path}?` : path;
}

/** True if rules take the items of the list as single values, so that `size` is that of a slot. */
export const hasValues = ({ document }: RaiseScope, { template }: HiddenPattern): boolean =>
  document !== null &&
  [...document.templates.byName.values()].some(
    (other) => other.kind === 'path' && pathId(other) === pathId(template) && other.slots.has('value'),
  );
