/** Changes of facts that the document brings, as changes of the document. */
import type { Selector } from '../../../compiler/language/input/input-path.ts';
import { withoutValue, withValue } from '../../document/edit-document.ts';
import type { DocumentPart, DocumentParts, Levels } from '../../../compiler/document-parts.ts';
import { isUntyped, keysText } from '../../document/path-text.ts';
import type { Change, ExplainedFact, FactChange } from '../explanation.ts';

type Data = Readonly<Record<string, unknown>>;

/** A change at one place of the document. */
interface PlaceChange {
  readonly keys: readonly Selector[];
  readonly from: unknown;
  /** Unset to leave the place out. */
  readonly to?: unknown;
}

/** True for a change of a fact that the document brings. */
export function isOfDocument(parts: DocumentParts, { template }: FactChange): boolean {
  return parts.has(template);
}

/** A change as people read it; null for one that no document makes. */
export function presentChange(
  parts: DocumentParts,
  facts: readonly ExplainedFact[],
  change: FactChange,
): Change | null {
  if (!isOfDocument(parts, change)) return change.kind === 'add' ? change : renumbered(parts, facts, change);
  const place = placeChange(parts, facts, change);
  if (place === null) return null;
  const path = `input${keysText(place.keys)}`;
  const from = place.from === undefined ? {} : { from: place.from };
  return 'to' in place
    ? { kind: 'set', path, ...from, to: place.to }
    : { kind: 'leave_out', path, from: place.from };
}

/** Facts of the document are counted by place where people see them. */
function renumbered<C extends Exclude<FactChange, { kind: 'add' }>>(
  parts: DocumentParts,
  facts: readonly ExplainedFact[],
  change: C,
): C {
  if (parts.size === 0) return change;
  const before = facts.slice(0, change.fact - 1);
  const places = new Set(
    before.flatMap(({ template, data }) => {
      const part = parts.get(template);
      return part === undefined ? [] : [JSON.stringify(placeOf(part, data))];
    }),
  );
  const others = before.filter(({ template }) => !parts.has(template)).length;
  return { ...change, fact: places.size + others + 1 };
}

/** The document after a change; null if no document makes it. */
export function changedDocument(
  parts: DocumentParts,
  facts: readonly ExplainedFact[],
  change: FactChange,
  document: unknown,
): { readonly document: unknown } | null {
  const place = placeChange(parts, facts, change);
  if (place === null) return null;
  return {
    document:
      'to' in place ? withValue(document ?? {}, place.keys, place.to) : withoutValue(document, place.keys),
  };
}

function placeChange(
  parts: DocumentParts,
  facts: readonly ExplainedFact[],
  change: FactChange,
): PlaceChange | null {
  const part = parts.get(change.template);
  if (part === undefined) return null;
  if (change.kind === 'add') return added(parts, part, facts, change.data);
  const fact = facts[change.fact - 1];
  const place = fact && placeOf(part, fact.data);
  if (fact === undefined || place === null || place === undefined) return null;
  if (change.kind === 'remove') return place.length === 0 ? null : { keys: place, from: fact.data['value'] };
  const slot = part.slots.get(change.slot);
  if (slot === undefined || (slot.kind !== 'value' && !isUntyped(part, change.slot))) return null;
  return { keys: [...place, ...slot.keys], from: change.from, to: change.to };
}

/** A place that nothing is at: a member of the document or of an item, or an item at the end of a list. */
function added(
  parts: DocumentParts,
  part: DocumentPart,
  facts: readonly ExplainedFact[],
  data: Data,
): PlaceChange | null {
  if (part.levels.length === 1 && facts.some(({ template }) => template === part.template.name)) return null;
  const isItem = part.levels.length > 1;
  const isOwn = isItem && part.levels.at(-1)?.length === 0;
  const known = facts.filter((fact) => sameList(parts.get(fact.template), part));
  const keys = known.map((fact) => fact.data[lastKey(part)]);
  // A member goes to an item that exists, an item behind those.
  if (isItem && isOwn === keys.includes(data[lastKey(part)])) return null;
  if (isItem && !isOwn && facts.some((fact) => isSamePlace(part, fact, data))) return null;
  const place = placeOf(part, isOwn ? newItem(part, keys, data) : data);
  if (place === null) return null;
  const isList = [...parts.values()].some(({ levels }) => levels.length > 1 && isBefore(part.levels, levels));
  const to = valueOf(part, data) ?? (isList ? [] : {});
  return { keys: place, from: undefined, to };
}

function isSamePlace(part: DocumentPart, fact: ExplainedFact, data: Data): boolean {
  if (fact.template !== part.template.name) return false;
  return part.levels.slice(1).every((_, level) => fact.data[`at${level}`] === data[`at${level}`]);
}

/** An item behind those of a list, or the entry of a map that a rule reads by its key. */
function newItem(part: DocumentPart, known: readonly unknown[], data: Data): Data {
  const key = data[lastKey(part)];
  const indexes = known.map(Number).filter(Number.isInteger);
  const isEntry = typeof key === 'string' && !/^\d+$/.test(key) && indexes.length === 0;
  const next = isEntry ? key : String(Math.max(-1, ...indexes) + 1);
  const named = part.unions.flatMap((names, level): readonly (readonly [string, string])[] => {
    if (names === null) return [];
    const name = names.find((one) => one === data[`at${level}`]) ?? names[0] ?? '';
    return [[`at${level}`, name]];
  });
  return { ...data, [lastKey(part)]: next, ...Object.fromEntries(named) };
}

/** True if the places of some steps are the lists whose items others lead to. */
const isBefore = (levels: Levels, others: Levels): boolean =>
  JSON.stringify(levels) === JSON.stringify(others.slice(0, levels.length)) && others.length > levels.length;

const lastKey = ({ levels }: DocumentPart): string => `at${levels.length - 2}`;

/** True if both are of items of one list. */
function sameList(one: DocumentPart | undefined, other: DocumentPart): boolean {
  if (one === undefined || one.levels.length !== other.levels.length) return false;
  return JSON.stringify(one.levels.slice(0, -1)) === JSON.stringify(other.levels.slice(0, -1));
}

function valueOf(part: DocumentPart, data: Data): unknown {
  let value: unknown = undefined;
  for (const [name, one] of Object.entries(data)) {
    const slot = part.slots.get(name);
    if (slot === undefined || (slot.kind !== 'value' && !isUntyped(part, name))) continue;
    value = slot.keys.length === 0 ? one : withValue(value ?? {}, slot.keys, one);
  }
  return value;
}

/** The steps to the place of a fact; null if its item is not known. */
function placeOf({ levels }: DocumentPart, data: Data): readonly Selector[] | null {
  const keys: Selector[] = [];
  for (const [level, steps] of levels.entries()) {
    if (level > 0) {
      const key = data[`at${level - 1}`];
      if (typeof key !== 'string') return null;
      keys.push(/^\d+$/.test(key) ? Number(key) : key);
    }
    keys.push(...steps);
  }
  return keys;
}
