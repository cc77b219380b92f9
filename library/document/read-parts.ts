/** The parts of a document that rules read, for records: nothing else of a document is kept. */
import type { ReadPart } from '../../runtime/description.ts';
import { isList, isMap, type DocumentMap } from '../../runtime/facts/document.ts';
import { KEYS, keysInOrder } from '../../runtime/values/keys.ts';

/** Placeholder for a value of which rules only read the presence. */
const PRESENT = true;

/**
 * A document that brings the same facts. A value of which only the presence is read is `true`, or a list or object of
 * what is read in it.
 */
export function readParts(value: unknown, part: ReadPart): unknown {
  if (part.whole || value === null || value === undefined) return value ?? null;
  if (isList(value))
    return value.map((item) => (part.every === null ? PRESENT : readParts(item, part.every)));
  if (!isMap(value)) return PRESENT;
  return changed(value, (name) => {
    const member = part.members.get(name) ?? part.every;
    return member === null ? undefined : readParts(value[name], member);
  });
}

/** The same with sensitive values replaced; the value itself if there is none. */
export function maskParts(value: unknown, part: ReadPart, mask: (value: unknown) => unknown): unknown {
  if (value === null || value === undefined) return value;
  if (part.sensitive) return mask(value);
  if (isList(value)) {
    const { every } = part;
    const items = every === null ? value : value.map((item) => maskParts(item, every, mask));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isMap(value)) return value;
  const masked = changed(value, (name) => {
    const member = part.members.get(name) ?? part.every;
    return member === null ? value[name] : maskParts(value[name], member, mask);
  });
  return Object.keys(value).some((name) => masked[name] !== value[name]) ? masked : value;
}

/** An object of new values in the order of the old one; undefined: without the member. */
function changed(value: DocumentMap, valueOf: (name: string) => unknown): DocumentMap {
  const names = keysInOrder(value).filter((name) => Object.hasOwn(value, name));
  const entries = names.map((name) => [name, valueOf(name)] as const).filter(([, one]) => one !== undefined);
  const object = Object.fromEntries(entries) as DocumentMap;
  if (value[KEYS] !== undefined)
    Object.defineProperty(object, KEYS, { value: entries.map(([name]) => name) });
  return object;
}
