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

/** The items that hold what the template is about: of a union, those of each of its lists. */
const around = (root: Declared, { above }: HiddenTemplate): readonly Declared[] =>
  above.reduce<readonly Declared[]>(
    (places, keys) => places.flatMap((place) => reach(place, keys)).map(itemOf),
    [root],
  );

function placesOf(root: Declared, template: HiddenTemplate): readonly Declared[] {
  const places = around(root, template).flatMap((place) => reach(place, template.keys));
  return template.kind === 'item' ? places.map(itemOf) : places;
}

/** The places that the keys lead to: several for a union. */
const reach = (from: Declared, keys: readonly Key[]): readonly Declared[] =>
  pathsOf(keys).map((path) => at(from, path));

type Step = Exclude<Key, readonly string[]>;

/** The keys as one path, or those of each list of a union. */
function pathsOf(keys: readonly Key[]): readonly (readonly Step[])[] {
  const single = keys.filter((key): key is Step => typeof key !== 'object');
  const union = keys.find((key) => typeof key === 'object');
  return union === undefined ? [single] : union.map((name) => [...single, name]);
}

const itemOf = (place: Declared): Declared => (place.item ??= create());

/** The place below another, made if it is new. */
function at(from: Declared, keys: readonly Step[]): Declared {
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
  for (const place of placesOf(root, template))
    for (const { path, kind } of shapes)
      for (const inner of reach(place, readKeys(path.text) ?? []))
        if (kind.value === 'object' || kind.value === 'list' || kind.value === 'map') inner.kind = kind.value;
}

function declare(root: Declared, template: HiddenTemplate): void {
  for (const place of placesOf(root, template)) declareAt(place, template);
}

function declareAt(place: Declared, { element, slots, kind }: HiddenTemplate): void {
  for (const { text } of element.required)
    for (const inner of reach(place, readKeys(text) ?? [])) inner.isRequired = true;
  for (const { keys: written, holds, skips, slot } of slots.values()) {
    if (holds !== 'value' || skips) continue;
    const [keys = []] = pathsOf(written);
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

/** A union is never missing if one of its lists never is. */
const isDefinite = (root: Declared, list: HiddenTemplate): boolean =>
  around(root, list).every((place) => pathsOf(list.keys).some((keys) => isDefiniteAt(place, keys)));

function isDefiniteAt(from: Declared, keys: readonly Step[]): boolean {
  let place = from;
  let isChain = true;
  for (const [i, key] of keys.entries()) {
    const next = typeof key === 'string' ? place.members.get(key) : place.item;
    if (next === undefined || next === null) return false;
    place = next;
    if (i < keys.length - 1 && !place.isRequired) isChain = false;
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
