/** Functions with which generated modules read JSON documents, as JSON.parse or parseDocument returns them. */
import { KEYS } from '../values/keys.ts';
import { isPlainObject } from '../values/plain-object.ts';

/** An object of a document. INVARIANT: a plain one, so no list and no number that keeps its digits. */
export type DocumentMap = Readonly<Record<string, unknown>> & { readonly [KEYS]?: readonly string[] };

export function isMap(value: unknown): value is DocumentMap {
  return typeof value === 'object' && value !== null && isPlainObject(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const NONE: readonly never[] = [];

/** The children of a list or an object in the order of the text; of anything else none. */
export function valuesOf(value: unknown): readonly unknown[] {
  if (isList(value)) return value;
  if (!isMap(value)) return NONE;
  const keys = value[KEYS];
  return keys === undefined ? Object.values(value) : keys.map((key) => value[key]);
}

/** The keys that belong to valuesOf; null for a list, whose children have indexes. */
export function keysOf(value: unknown): readonly string[] | null {
  if (isList(value)) return null;
  return isMap(value) ? (value[KEYS] ?? Object.keys(value)) : NONE;
}
