/** The declaration of a document, as far as the templates and elements that it is lowered to show it. */
import type { SlotSyntax } from '../../../compiler/syntax.ts';
import type { Plain } from '../plain.ts';
import { pathId, readKeys, type HiddenTemplate, type HiddenTemplates, type Key } from './hidden-templates.ts';
import { shortType } from './short-type.ts';

/** Declaration of one place; it grows while the templates are read. */
interface Declared {
  kind: 'object' | 'list' | 'map' | 'single' | null;
  isRequired: boolean;
  slot: SlotSyntax | null;
  readonly members: Map<string, Declared>;
  item: Declared | null;
}

export interface DeclaredDocument {
  /** `input:` as a map; null if nothing is declared. */
  readonly shape: Plain | null;
  /** Lists and maps that are empty if they are missing, or never are, by `pathId`. */
  readonly definite: ReadonlySet<string>;
}

const create = (): Declared => ({
  kind: null,
  isRequired: false,
  slot: null,
  members: new Map(),
  item: null,
});

/** The declaration; null if it has no short form. */
export function declaredDocument(hidden: HiddenTemplates): DeclaredDocument | null {
  const templates = [...hidden.byName.values()];
  if (!templates.some(isDeclared)) return { shape: null, definite: new Set() };
  const root = create();
  root.kind = 'object';
  for (const template of templates) declareShapes(root, template);
  for (const template of templates) declare(root, template);
  const shape = write(root);
  if (shape === null) return null;
  const lists = templates.filter(({ kind }) => kind === 'item');
  return { shape, definite: new Set(lists.filter((list) => isDefinite(root, list)).map(pathId)) };
}

/** True if only a declaration makes such an element. A slot with a default may come from `??`. */
const isDeclared = ({ element, slots }: HiddenTemplate): boolean =>
  element.shapes.length > 0 ||
  element.required.length > 0 ||
  [...slots.values()].some(({ holds, skips, slot }) => holds === 'value' && !skips && slot.default === null);

const around = (root: Declared, { element }: HiddenTemplate): Declared =>
  element.each
    .slice(0, -1)
    .reduce((place, { text }) => itemOf(at(place, readKeys(text.slice(0, -'[*]'.length)) ?? [])), root);

function placeOf(root: Declared, template: HiddenTemplate): Declared {
  const place = at(around(root, template), template.keys);
  return template.kind === 'item' ? itemOf(place) : place;
}

const itemOf = (place: Declared): Declared => (place.item ??= create());

/** The place below another, made if it is new. */
function at(from: Declared, keys: readonly Key[]): Declared {
  let place = from;
  for (const key of keys) {
    if (typeof key === 'number' || place.kind === 'list' || place.kind === 'map') {
      place = itemOf(place);
      continue;
    }
    const known = place.members.get(key) ?? create();
    place.members.set(key, known);
    place = known;
  }
  return place;
}

/** Objects, lists and maps, in the order of the declaration. */
function declareShapes(root: Declared, template: HiddenTemplate): void {
  const { shapes } = template.element;
  if (shapes.length === 0) return;
  const place = placeOf(root, template);
  for (const { path, kind } of shapes) {
    const inner = at(place, readKeys(path.text) ?? []);
    if (kind.value === 'object' || kind.value === 'list' || kind.value === 'map') inner.kind = kind.value;
  }
}

function declare(root: Declared, template: HiddenTemplate): void {
  const place = placeOf(root, template);
  const { element, slots, kind } = template;
  for (const { text } of element.required) at(place, readKeys(text) ?? []).isRequired = true;
  for (const { keys, holds, skips, slot } of slots.values()) {
    if (holds !== 'value' || skips) continue;
    const inner = at(place, keys);
    const isOwn = kind === 'path' && keys.length === 0;
    if (inner.slot !== null && isOwn) continue;
    inner.kind = slot.list ? 'list' : 'single';
    inner.slot = slot;
    // The value of a fact is always required: it is the fact that may be missing.
    if (!isOwn) inner.isRequired = slot.default === null && (slot.required || kind === 'path');
    // Members that an object demands where it is present are below required objects.
    if (kind === 'path') for (let i = 1; i < keys.length; i++) at(place, keys.slice(0, i)).isRequired = true;
  }
}

function isDefinite(root: Declared, list: HiddenTemplate): boolean {
  let place = around(root, list);
  let isChain = true;
  for (const [i, key] of list.keys.entries()) {
    const next = typeof key === 'string' ? place.members.get(key) : place.item;
    if (next === undefined || next === null) return false;
    place = next;
    if (i < list.keys.length - 1 && !place.isRequired) isChain = false;
  }
  if (place.kind !== 'list' && place.kind !== 'map') return false;
  return !place.isRequired || isChain;
}

/** The place as it is declared in short; null if a type has no short form. */
function write(place: Declared): Plain | null {
  switch (place.kind) {
    case 'object':
      return writeMembers(place);
    case 'map':
      return wrap(place.item, (item) => ({ '*': item }));
    case 'list':
      if (place.slot !== null) return wrapText(typeOf(place.slot), (item) => [item]);
      return wrap(place.item, (item) => [item]);
    case 'single':
      return place.slot === null ? null : typeOf(place.slot);
    case null:
      return 'any';
  }
}

function wrap(item: Declared | null, around: (item: Plain) => Plain): Plain | null {
  if (item === null) return around('any');
  const inner = item.kind === null && item.members.size > 0 ? writeMembers(item) : write(item);
  return wrapText(inner, around);
}

const wrapText = (item: Plain | null, around: (item: Plain) => Plain): Plain | null =>
  item === null ? null : around(item);

const typeOf = (slot: SlotSyntax): string | null =>
  shortType({ ...slot, list: false, required: false })?.text ?? null;

function writeMembers({ members }: Declared): Plain | null {
  const written: Record<string, Plain> = {};
  for (const [name, member] of members) {
    const shape = write(member);
    if (shape === null) return null;
    written[member.isRequired ? `${name}!` : name] = shape;
  }
  return written;
}
