/**
 * Reads document values into slots of exactly their type: a text is never a number, nor a number a text. Generated code calls
 * these functions for templates that only the document provides.
 */
import type { SlotTypeName } from '../description.ts';
import { isList, isMap } from './document.ts';
import { ValidationError } from '../engine/errors.ts';
import { NumberText, plainText } from '../values/number-text.ts';
import { readInteger, readTime } from './validation.ts';

/** A value of another type than its slot's. */
export const MISMATCH: unique symbol = Symbol('mismatch');

/** Characters of a value that a text shows. */
const LONGEST_TEXT = 256;

const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;
const isSingle = (value: unknown): boolean =>
  isMissing(value) || typeof value !== 'object' || value instanceof NumberText;

function fits(value: unknown, type: SlotTypeName, slot: string): boolean {
  switch (type) {
    case 'STRING':
    case 'SYMBOL':
      return typeof value === 'string';
    case 'BOOLEAN':
      return typeof value === 'boolean';
    case 'FLOAT':
      return typeof value === 'number' || typeof value === 'bigint' || value instanceof NumberText;
    case 'INTEGER':
      return typeof value === 'number' ? Number.isSafeInteger(value) : isReadable(readInteger, slot, value);
    case 'TIME':
      return typeof value !== 'boolean' && isReadable(readTime, slot, value);
  }
}

function isReadable(read: (slot: string, value: unknown) => unknown, slot: string, value: unknown): boolean {
  try {
    read(slot, value);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/** The value as it is, undefined if it is missing, or MISMATCH. */
export function valueIn(value: unknown, type: SlotTypeName, slot: string): unknown {
  if (isMissing(value)) return undefined;
  return fits(value, type, slot) ? value : MISMATCH;
}

/**
 * The items of a list without null; undefined if the list is missing, MISMATCH if an item is of another type or the value
 * is an object. Throws ValidationError for a single value: it would be a list without items.
 */
export function listIn(value: unknown, type: SlotTypeName, slot: string): unknown {
  return items(value, slot, (item) => (fits(item, type, slot) ? item : MISMATCH));
}

function items(value: unknown, slot: string, itemOf: (item: unknown) => unknown): unknown {
  if (isMissing(value)) return undefined;
  if (isSingle(value)) throw notAList(slot, value);
  if (!isList(value)) return MISMATCH;
  const found = value.filter((item) => !isMissing(item)).map(itemOf);
  return found.includes(MISMATCH) ? MISMATCH : found;
}

function notAList(field: string, value: unknown): ValidationError {
  const found =
    typeof value === 'string' ? 'a text' : typeof value === 'boolean' ? 'a truth value' : 'a number';
  return new ValidationError(`Expected a list or object, got ${found}`, field);
}

/** Refuses a document whose value does not fit. */
export function demandIn(value: unknown, slot: string, type: string): unknown {
  if (value !== MISMATCH) return value;
  throw new ValidationError(`Slot '${slot}' expects ${type} here`, slot);
}

/** Any value as text, cut after 256 characters; undefined if it is missing. */
export function textIn(value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  const text = isSingle(value)
    ? singleText(value)
    : isList(value) && value.every(isSingle)
      ? joinedText(value)
      : jsonText(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const singleText = (value: unknown): string =>
  typeof value === 'string' ? value : (plainText(value) ?? String(value));

const joinedText = (list: readonly unknown[]): string =>
  list
    .filter((item) => !isMissing(item))
    .map(singleText)
    .join(', ');

/** Compact JSON with the digits that were sent. */
function jsonText(value: unknown): string {
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (isMap(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : (plainText(value) ?? 'null');
}

/** A single value as its text: for paths of which nothing says the type. */
export function anyIn(value: unknown): unknown {
  if (isMissing(value)) return undefined;
  return isSingle(value) ? singleText(value) : MISMATCH;
}

/** The items of a list as their texts. */
export const anyListIn = (value: unknown, slot: string): unknown => items(value, slot, anyIn);

/** `text`, `number` or `boolean`; of a list that of its items, empty if it has none, MISMATCH if they differ. */
export function kindIn(value: unknown): unknown {
  if (isMissing(value)) return undefined;
  if (isList(value)) {
    const kinds = new Set(value.filter((item) => !isMissing(item)).map(kindIn));
    const [kind = ''] = kinds;
    return kinds.size > 1 ? MISMATCH : kind;
  }
  if (!isSingle(value)) return MISMATCH;
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'boolean' : 'number';
}

/** Refuses a document that lacks what the path leads to. */
export function requireIn(value: unknown, path: string): void {
  if (isMissing(value)) throw new ValidationError(`The document needs ${path}`, 'input');
}

/** Refuses a document in which something else than a declared object, list or map is at the path. */
export function shapeIn(value: unknown, kind: 'object' | 'list' | 'map', path: string): void {
  if (isMissing(value)) return;
  const isFitting = kind === 'list' ? isList(value) : isMap(value);
  if (!isFitting)
    throw new ValidationError(
      `The document needs ${kind === 'list' ? 'a list' : 'an object'} at ${path}`,
      'input',
    );
}

/** Refuses a single value where a list or object is gone through. */
export function itemsIn(value: unknown, path: string): void {
  if (!isMissing(value) && isSingle(value)) throw notAList(path, value);
}
