/**
 * Functions on values. Those that cannot read every value return 0 or the empty text for one that they cannot read, and
 * have a test for it.
 */
import { timeOfDateText } from '../values/day-start.ts';
import { numberOfText, quantityOfText } from '../values/quantity.ts';
import { partAt } from '../values/text-part.ts';
import { FloatValue, SymbolValue, type Integer, type Value } from '../values/values.ts';

export { lowerText, upperText } from '../values/letter-case.ts';

/** The text without white space around it, as ECMAScript defines it. */
export function trimText(text: string): string {
  return text.trim();
}

/** The part between separators at an index from 0, from the end if it is negative; empty if there is none. */
export function partOf(text: string, separator: string, index: Integer): string {
  return partAt(text, separator, Number(index)) ?? '';
}

export function hasPart(text: string, separator: string, index: Integer): boolean {
  return partAt(text, separator, Number(index)) !== undefined;
}

/** A number as a double, or a text as `ofText` reads it. */
function read(value: Value, ofText: (text: string) => number | null): number | null {
  if (typeof value === 'string') return ofText(value);
  if (value instanceof SymbolValue) return ofText(value.name);
  if (value instanceof FloatValue) return Number.isFinite(value.value) ? value.value : null;
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
}

export const toNumber = (value: Value): number => read(value, numberOfText) ?? 0;
export const isNumeric = (value: Value): boolean => read(value, numberOfText) !== null;
export const toQuantity = (value: Value): number => read(value, quantityOfText) ?? 0;
export const isQuantity = (value: Value): boolean => read(value, quantityOfText) !== null;

export const toTime = (text: string): number => timeOfDateText(text, 'UTC') ?? 0;
export const isTimeText = (text: string): boolean => timeOfDateText(text, 'UTC') !== null;
export const toZoneTime = (text: string, zone: string): number => timeOfDateText(text, zone) ?? 0;
