import type { SlotType } from '../../../compiler/values.ts';
import * as numbers from './number-set.ts';
import type { NumberSet } from './number-set.ts';

/** A value as sets know it: truth values are the texts TRUE and FALSE, times are numbers. */
export type Value = string | number;

/** Values of one type. Texts are those listed, or all `except` those listed. */
export type ValueSet =
  | { readonly kind: 'numbers'; readonly whole: boolean; readonly parts: NumberSet }
  | { readonly kind: 'texts'; readonly listed: ReadonlySet<string>; readonly except: boolean };

const TRUTH: ReadonlySet<string> = new Set(['TRUE', 'FALSE']);

/** All values that a slot of a type can hold. */
export function allOf(type: SlotType): ValueSet {
  switch (type) {
    case 'INTEGER':
    case 'TIME':
      return { kind: 'numbers', whole: true, parts: numbers.ALL_NUMBERS };
    case 'FLOAT':
      return { kind: 'numbers', whole: false, parts: numbers.ALL_NUMBERS };
    case 'BOOLEAN':
      return { kind: 'texts', listed: TRUTH, except: false };
    case 'STRING':
    case 'SYMBOL':
      return { kind: 'texts', listed: new Set(), except: true };
  }
}

export function numberSet(type: SlotType, parts: NumberSet): ValueSet {
  const whole = type !== 'FLOAT';
  return { kind: 'numbers', whole, parts: whole ? numbers.wholeNumbers(parts) : parts };
}

/** The set of some values of a type. */
export function setOf(type: SlotType, values: readonly Value[]): ValueSet {
  const all = allOf(type);
  if (all.kind === 'texts') return { kind: 'texts', listed: new Set(values.map(String)), except: false };
  const parts = values.map(Number).map(numbers.only);
  return { ...all, parts: parts.reduce(numbers.union, []) };
}

export function intersect(a: ValueSet, b: ValueSet): ValueSet {
  if (a.kind === 'numbers' && b.kind === 'numbers') {
    const parts = numbers.intersect(a.parts, b.parts);
    const whole = a.whole || b.whole;
    return { kind: 'numbers', whole, parts: whole ? numbers.wholeNumbers(parts) : parts };
  }
  if (a.kind !== 'texts' || b.kind !== 'texts') return { kind: 'texts', listed: new Set(), except: false };
  if (a.except && b.except)
    return { kind: 'texts', listed: new Set([...a.listed, ...b.listed]), except: true };
  const [listed, other] = a.except ? [b, a] : [a, b];
  return {
    kind: 'texts',
    listed: new Set([...listed.listed].filter((text) => other.listed.has(text) !== other.except)),
    except: false,
  };
}

/** The complement of a set. Truth values have no others: the slot's own set limits them. */
export function complement(set: ValueSet): ValueSet {
  if (set.kind === 'texts') return { ...set, except: !set.except };
  const parts = numbers.complement(set.parts);
  return { ...set, parts: set.whole ? numbers.wholeNumbers(parts) : parts };
}

export function isEmpty(set: ValueSet): boolean {
  return set.kind === 'texts' ? !set.except && set.listed.size === 0 : set.parts.length === 0;
}

/** The one value of a set that has no other; null: it has none or several. */
export function singleOf(set: ValueSet): Value | null {
  if (set.kind === 'texts') {
    const [value = null] = set.listed;
    return !set.except && set.listed.size === 1 ? value : null;
  }
  const [part] = set.parts;
  return set.parts.length === 1 && part !== undefined && part.low === part.high ? part.low : null;
}

/** All values of a set up to a limit; null if it has more. */
export function valuesOf(set: ValueSet, most: number): readonly Value[] | null {
  if (set.kind === 'texts') return set.except || set.listed.size > most ? null : [...set.listed];
  const values: number[] = [];
  for (const { low, high } of set.parts) {
    const count = high - low + 1;
    if (low !== high && !(set.whole && count <= most && Number.isSafeInteger(high))) return null;
    for (let i = 0; i < count; i++) values.push(low + i);
    if (values.length > most) return null;
  }
  return values;
}
