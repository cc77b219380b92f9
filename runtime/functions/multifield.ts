/** Multifield functions. Positions count from 1. Multifields are never changed; every function returns a new one. */
import { about, EvaluationError } from '../engine/errors.ts';
import { FALSE } from '../values/truth-symbols.ts';
import {
  FloatValue,
  SymbolValue,
  type FieldValue,
  type Integer,
  type Multifield,
  type Value,
} from '../values/values.ts';
import { isMultifield } from './box.ts';
import { sameField } from './equality.ts';
import { FIELDS_COMPARED } from '../engine/thresholds.ts';

/** The fields that a value adds to a multifield: a single value is one. */
export function fieldsOf(value: Value): Multifield {
  return isMultifield(value) ? value : [value];
}

function flatten(...values: readonly Value[]): Multifield {
  return values.flatMap(fieldsOf);
}

function rangeError(name: string, from: Integer, to: Integer, length: number): EvaluationError {
  const what = from === to ? 'index' : 'index range';
  const index = from === to ? String(from) : `${from}..${to}`;
  return new EvaluationError(
    about(index, (shown) => `Multifield ${what} ${shown} out of range 1..${length} in function '${name}'`),
  );
}

/** `nth$`: the symbol nil outside the multifield. */
export function nthField(n: Integer, list: Multifield): FieldValue {
  return list[Number(n) - 1] ?? new SymbolValue('nil');
}

export function firstFields(list: Multifield): Multifield {
  return list.slice(0, 1);
}

export function restFields(list: Multifield): Multifield {
  return list.slice(1);
}

/** `subseq$`: positions outside the multifield are cut off. */
export function subsequence(list: Multifield, from: Integer, to: Integer): Multifield {
  const end = Number(to);
  return end < 1 ? [] : list.slice(Math.max(0, Number(from) - 1), end);
}

function positionOf(sought: Multifield, list: Multifield, start: number): number {
  for (let i = start; i + sought.length <= list.length; i++) {
    if (sought.every((field, k) => sameField(field, list[i + k]!))) return i;
  }
  return -1;
}

/** `member$`: the position, first and last position of several fields in a row, or FALSE. */
export function memberPosition(sought: Value, list: Multifield): Value {
  const several = isMultifield(sought);
  const fields = several ? sought : [sought];
  const at = positionOf(fields, list, 0);
  if (at < 0) return FALSE;
  return fields.length === 1 ? at + 1 : [at + 1, at + fields.length];
}

/** `subsetp`: whether every field of the first is in the second. */
export function isSubset(part: Multifield, whole: Multifield): boolean {
  if (part.length * whole.length <= FIELDS_COMPARED)
    return part.every((field) => whole.some((other) => sameField(field, other)));
  const keys = keysOf(whole);
  return part.every((field) => keys.has(keyOf(field)));
}

/** Something that is the same for two fields exactly when they are `eq`. */
function keyOf(field: FieldValue): unknown {
  if (typeof field === 'string') return 'string ' + field;
  if (field instanceof SymbolValue) return 'symbol ' + field.name;
  if (field instanceof FloatValue) return 'float ' + (Object.is(field.value, -0) ? '-0' : field.value);
  return field;
}

function keysOf(list: Multifield): ReadonlySet<unknown> {
  return new Set(list.map(keyOf));
}

function checkedRange(name: string, list: Multifield, from: Integer, to: Integer): void {
  if (to < from || from < 1 || to > list.length) throw rangeError(name, from, to, list.length);
}

export function deleteFields(list: Multifield, from: Integer, to: Integer): Multifield {
  checkedRange('delete$', list, from, to);
  return [...list.slice(0, Number(from) - 1), ...list.slice(Number(to))];
}

export function replaceFields(
  list: Multifield,
  from: Integer,
  to: Integer,
  ...values: readonly Value[]
): Multifield {
  checkedRange('replace$', list, from, to);
  return [...list.slice(0, Number(from) - 1), ...flatten(...values), ...list.slice(Number(to))];
}

/** `insert$`: a position after the end appends. */
export function insertFields(list: Multifield, at: Integer, ...values: readonly Value[]): Multifield {
  if (at < 1) throw rangeError('insert$', at, at, list.length);
  const index = Math.min(Number(at) - 1, list.length);
  return [...list.slice(0, index), ...flatten(...values), ...list.slice(index)];
}

/** `delete-member$`: removes each value wherever it occurs, again and again until it no longer does. */
export function deleteMembers(list: Multifield, ...values: readonly Value[]): Multifield {
  return values.reduce<Multifield>(
    (rest, value) => withoutMember(rest, isMultifield(value) ? value : [value]),
    list,
  );
}

/** The remaining items are on a stack, so that an occurrence that a removal creates is also found. */
function withoutMember(list: Multifield, sought: Multifield): Multifield {
  if (sought.length === 0) return list;
  const kept: FieldValue[] = [];
  for (const field of list) {
    kept.push(field);
    if (startsAt(sought, kept, kept.length - sought.length)) kept.length -= sought.length;
  }
  return kept;
}

/** `replace-member$`: replaces each occurrence of the values sought, from left to right. */
export function replaceMembers(
  list: Multifield,
  replacement: Value,
  ...values: readonly Value[]
): Multifield {
  const sought = values.map((value) => (isMultifield(value) ? value : [value]));
  const result: FieldValue[] = [];
  for (let at = 0; at < list.length;) {
    const found = sought.find((fields) => startsAt(fields, list, at));
    if (found === undefined) result.push(list[at++]!);
    else if (found.length === 0) throw rangeError('replace-member$', at + 1, at, list.length);
    else {
      for (const field of flatten(replacement)) result.push(field);
      at += found.length;
    }
  }
  return result;
}

function startsAt(fields: Multifield, list: Multifield, at: number): boolean {
  return (
    at >= 0 &&
    at + fields.length <= list.length &&
    fields.every((field, k) => sameField(field, list[at + k]!))
  );
}

/** `union$`: each different field once, in order of first appearance. */
export function unionFields(...lists: readonly Multifield[]): Multifield {
  return distinct(lists.flat());
}

/** `intersection$`: the fields of the first that are in all others. */
export function intersectFields(...lists: readonly Multifield[]): Multifield {
  const [first = [], ...others] = lists;
  const keys = others.map(keysOf);
  return distinct(first.filter((field) => keys.every((list) => list.has(keyOf(field)))));
}

/** `difference$`: the fields of the first that are in none of the others. */
export function differenceFields(first: Multifield, ...others: readonly Multifield[]): Multifield {
  const keys = keysOf(others.flat());
  return distinct(first.filter((field) => !keys.has(keyOf(field))));
}

function distinct(fields: Multifield): Multifield {
  const seen = new Set<unknown>();
  return fields.filter((field) => {
    const key = keyOf(field);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * `sort`: the merge sort of CLIPS, whose comparisons are observable when the order given is none; `swap` says that
 * its first argument belongs after its second.
 */
export function sortFields(
  swap: (a: FieldValue, b: FieldValue) => boolean,
  ...values: readonly Value[]
): Multifield {
  return mergeSort(flatten(...values), swap);
}

function mergeSort(fields: Multifield, swap: (a: FieldValue, b: FieldValue) => boolean): Multifield {
  if (fields.length < 2) return fields;
  const middle = Math.ceil(fields.length / 2);
  const left = mergeSort(fields.slice(0, middle), swap);
  const right = mergeSort(fields.slice(middle), swap);
  const merged: FieldValue[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length)
    merged.push(swap(left[l]!, right[r]!) ? right[r++]! : left[l++]!);
  return [...merged, ...left.slice(l), ...right.slice(r)];
}
