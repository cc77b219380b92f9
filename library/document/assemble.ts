/** Documents from facts of the templates that only the document fills: the reverse of reading one. */
import type { Selector } from '../../compiler/language/input/input-path.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { valueAt, withValue } from './edit-document.ts';
import type { DocumentPart, DocumentParts } from '../../compiler/document-parts.ts';
import { isUntyped } from './path-text.ts';

/** Facts as a request sends them, with the document that brings the others. */
interface Assembled {
  readonly facts: readonly FactInput[];
  /** `null` if none of the facts is of the document. */
  readonly input: unknown;
}

/**
 * A document that brings the facts of the document among some facts, as far as one can: what contradicts itself gives
 * other facts, so a caller evaluates the document and not the facts.
 */
export function assembleDocument(parts: DocumentParts, facts: readonly FactInput[]): Assembled {
  if (parts.size === 0) return { facts, input: null };
  const places: Place[] = [];
  const others: FactInput[] = [];
  const items = new Map<string, string[]>();
  for (const fact of facts) {
    const part = parts.get(fact.template);
    if (part === undefined) others.push(fact);
    else places.push({ part, data: fact.data, keys: placeOf(part, fact.data, items, parts) });
  }
  if (places.length === 0) return { facts: others, input: null };
  let document: unknown = {};
  for (const { part, data, keys } of places)
    for (const [below, value] of valuesOf(part, data))
      document = withValue(document, [...keys, ...below], value);
  // A fact without values only says that its place exists.
  for (const { part, keys } of places) {
    if (!part.isAlways && valueAt(document, keys) === undefined)
      document = withValue(document, keys, part.levels.length > 1 && keys.length === 0 ? [] : {});
    document = withRequired(document, part, keys);
  }
  return { facts: others, input: document };
}

interface Place {
  readonly part: DocumentPart;
  readonly data: FactInput['data'];
  readonly keys: readonly Selector[];
}

/** The steps to the place of a fact. Items get their indexes in the order in which their keys come. */
function placeOf(
  { levels, unions, isKeyed }: DocumentPart,
  data: FactInput['data'],
  items: Map<string, string[]>,
  parts: DocumentParts,
): readonly Selector[] {
  const keys: Selector[] = [];
  for (const [level, steps] of levels.entries()) {
    if (level > 0) {
      const [key, union] = [data[`at${level - 1}`], unions[level - 1] ?? null];
      if (union !== null) {
        keys.push(union.find((name) => name === key) ?? union[0] ?? '', ...steps);
        continue;
      }
      const list = JSON.stringify(keys);
      const known = items.get(list) ?? [];
      items.set(list, known);
      const name = typeof key === 'string' ? key : `\0${known.length}`;
      if (!known.includes(name)) known.push(name);
      const index = known.indexOf(name);
      const isMap = isKeyed[level - 1] === true || isMapAt(parts, keys);
      keys.push(isMap ? (name.startsWith('\0') ? `key-${index}` : name) : index);
    }
    keys.push(...steps);
  }
  return keys;
}

/** True if the place is declared to be a map. */
function isMapAt(parts: DocumentParts, keys: readonly Selector[]): boolean {
  for (const { levels, shapes } of parts.values()) {
    const own = levels.length === 1 ? (levels[0] ?? []) : null;
    if (own === null) continue;
    for (const { keys: below, kind } of shapes)
      if (kind === 'map' && JSON.stringify([...own, ...below]) === JSON.stringify(keys)) return true;
  }
  return false;
}

/** The values of a fact with their steps below its place. */
function valuesOf(
  part: DocumentPart,
  data: FactInput['data'],
): readonly (readonly [keys: readonly Selector[], value: unknown])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const slot = part.slots.get(name);
    if (slot === undefined || value === undefined) return [];
    if (isUntyped(part, name)) return [[slot.keys, valueOfKind(value, data['kind'])] as const];
    return slot.kind === 'value' ? [[slot.keys, value] as const] : [];
  });
}

/** The value that a text represents, by its kind. */
function valueOfKind(value: unknown, kind: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => valueOfKind(item, kind));
  if (kind === 'boolean') return value === 'true';
  if (kind === 'number' && Number.isFinite(Number(value))) return Number(value);
  return value;
}

/** With what a declaration demands below a place, and nothing says a value of. */
function withRequired(document: unknown, part: DocumentPart, keys: readonly Selector[]): unknown {
  return part.required.reduce<unknown>((made, below) => {
    const place = [...keys, ...below];
    if (valueAt(made, place) !== undefined) return made;
    const shape = part.shapes.find((one) => JSON.stringify(one.keys) === JSON.stringify(below));
    return withValue(made, place, shape?.kind === 'list' ? [] : {});
  }, document);
}
