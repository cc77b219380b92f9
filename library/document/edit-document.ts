/** Changes of single members of a document. Nothing is changed in place. */
import type { Selector } from '../../compiler/language/input/input-path.ts';
import { isList, isMap } from '../../runtime/facts/document.ts';

/** The value at a path; undefined if it leads to nothing. */
export function valueAt(document: unknown, keys: readonly Selector[]): unknown {
  return keys.reduce<unknown>((value, key) => {
    if (typeof key === 'number') return isList(value) ? value.at(key) : undefined;
    return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, document);
}

/** With a value at a path. Objects and lists on the way are made; another value on the way is replaced. */
export function withValue(document: unknown, keys: readonly Selector[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = isList(document) ? [...document] : [];
    const index = key < 0 ? Math.max(0, list.length + key) : key;
    // A hole would be an item that is missing.
    while (list.length < index) list.push(null);
    list[index] = withValue(list[index], rest, value);
    return list;
  }
  const object = isMap(document) ? document : {};
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return defined({ ...object }, key, withValue(inner, rest, value));
}

/** Defined, not assigned: `__proto__` is a member like others. */
function defined(object: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  return Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The document without the member or item at a path. */
export function withoutValue(document: unknown, keys: readonly Selector[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return undefined;
  if (typeof key === 'number') {
    if (!isList(document)) return document;
    const index = key < 0 ? document.length + key : key;
    if (index < 0 || index >= document.length) return document;
    return rest.length === 0
      ? document.toSpliced(index, 1)
      : document.with(index, withoutValue(document[index], rest));
  }
  if (!isMap(document) || !Object.hasOwn(document, key)) return document;
  if (rest.length === 0) return Object.fromEntries(Object.entries(document).filter(([name]) => name !== key));
  return defined({ ...document }, key, withoutValue(document[key], rest));
}
