/**
 * The slow paths of the validation chain: a generated `read` function does the straight-line work and
 * calls these for a value that is not of the slot's own type, and for the errors. All throw or answer a
 * ValidationError whose `field` is the slot concerned.
 */
import { closestName } from '../values/closest-name.ts';
import type { ItemData, TemplateInfo } from '../description.ts';
import { isWhole, readDecimal, wholeOf } from '../values/decimal.ts';
import { about, ValidationError } from '../engine/errors.ts';
import { NumberText, plainText } from '../values/number-text.ts';
import { quoted, quotedList } from '../values/quoted.ts';
import { timeOfSeconds, timeOfText, timeText } from '../values/time-text.ts';
import { integer64 } from '../values/integer64.ts';
import type { Integer } from '../values/values.ts';

function didYouMean(name: string, known: Iterable<string>): string {
  const meant = closestName(name, known);
  return meant === null ? '' : `. Did you mean '${meant}'?`;
}

/** Step 1: the template is not registered. `known`: those that are, for a suggestion. */
export function unknownTemplate(template: string, known: Iterable<string> = []): ValidationError {
  const message = `Unknown template ${quoted(template)}`;
  return new ValidationError(message + didYouMean(template, known), 'template', null);
}

/** Before step 2: the data is not a map of slots. */
export function notSlots(template: string): ValidationError {
  return new ValidationError(`Data of template ${quoted(template)} must be an object of slots`, 'data', null);
}

/** Step 2: all keys of `data` that are not slots of the template, and the slot closest to the first of them, if one is close. */
export function unknownSlots(
  { name: template, slots: declared }: TemplateInfo,
  data: Readonly<Record<string, unknown>>,
): ValidationError {
  const slots = declared.map(({ name }) => name);
  const unknown: string[] = [];
  // Inherited keys too: the generated functions walk them with `for in` and refuse them.
  for (const key in data) if (!slots.includes(key)) unknown.push(key);
  unknown.sort();
  const first = unknown[0] ?? '';
  const message = `Unknown slot(s) ${quotedList(unknown)} in template ${quoted(template)}`;
  return new ValidationError(message + didYouMean(first, slots), first);
}

/** Step 4: the required slots that the data does not have, though it may inherit something of the name. */
export function missingSlots(
  { name: template, slots }: TemplateInfo,
  data: Readonly<Record<string, unknown>>,
): ValidationError {
  const isMissing = (name: string): boolean =>
    name in Object.prototype ? !Object.hasOwn(data, name) : data[name] === undefined;
  const names = slots
    .filter((slot) => slot.required && slot.default === null && isMissing(slot.name))
    .map(({ name }) => name)
    .sort();
  const message = `Missing required slot(s) ${quotedList(names)} in template ${quoted(template)}`;
  return new ValidationError(message, names[0] ?? null);
}

/** Steps 5 and 6 of a STRING slot: a number or truth value is taken as its JSON text, with the digits that were sent. */
export function readString(slot: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const text = plainText(value);
  if (text === undefined) throw wrongType(slot, 'string', value);
  return text;
}

/** Steps 5 and 6 of a SYMBOL slot: strings only. */
export function readSymbol(slot: string, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(slot, 'symbol', value);
  return value;
}

/**
 * Steps 5 and 6 of an INTEGER slot: an integer of 64 bits, or a float that is equal to one. The digits of a NumberText
 * decide, so that `9007199254740993.0` is that integer and `4.9999999999999999999` is none.
 */
export function readInteger(slot: string, value: unknown): Integer {
  if (value instanceof NumberText) return integerOfText(slot, value);
  if (typeof value === 'bigint') return integerOf(slot, value, String(value));
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(slot, 'integer', value);
  return Number.isSafeInteger(value) ? value + 0 : integerOf(slot, BigInt(value), String(value));
}

function integerOfText(slot: string, value: NumberText): Integer {
  const decimal = readDecimal(value.text);
  if (decimal === null || !isWhole(decimal) || !Number.isFinite(value.value))
    throw wrongType(slot, 'integer', value);
  const whole = wholeOf(decimal);
  if (whole === null) throw tooLarge(slot, value.text);
  return integerOf(slot, whole, value.text);
}

/** Steps 5 and 6 of a FLOAT slot: a finite number; an integer is widened. */
export function readFloat(slot: string, value: unknown): number {
  const float = value instanceof NumberText ? value.value : typeof value === 'bigint' ? Number(value) : value;
  if (typeof float !== 'number' || !Number.isFinite(float)) throw wrongType(slot, 'float', value);
  return float;
}

/** Steps 5 and 6 of a BOOLEAN slot: JSON's own truth values only. */
export function readBoolean(slot: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrongType(slot, 'boolean', value);
  return value;
}

/** Steps 5 and 6 of a TIME slot: RFC 3339 text, or seconds since the epoch. Returns milliseconds. */
export function readTime(slot: string, value: unknown): number {
  if (typeof value === 'string') {
    const time = timeOfText(value);
    if (time === null) throw notATime(slot, quoted(shortened(value)));
    return time;
  }
  const digits = value instanceof NumberText ? value.text : secondsText(value);
  if (digits === null) throw wrongType(slot, 'time', value);
  const time = timeOfSeconds(digits);
  if (time === null) throw notATime(slot, shortened(digits));
  return time;
}

function secondsText(value: unknown): string | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

function notATime(slot: string, shown: string): ValidationError {
  const expected = 'RFC 3339 text or seconds, in the years 1 to 9999';
  const message = about(shown, (got) => `Slot '${slot}' expects time, got ${got}: ${expected}`);
  return new ValidationError(message, slot);
}

/** Step 7: the value's string form is not in the list. */
export function notAllowed(slot: string, value: ItemData, allowed: readonly string[]): ValidationError {
  const shown = typeof value === 'string' ? quoted(value) : String(value);
  const list = quotedList(allowed);
  return new ValidationError(
    about(shown, (got) => `Slot '${slot}' value ${got} not in allowed values ${list}`),
    slot,
  );
}

/** A value that step 6 let pass, when step 7 does. @param allowed string forms of the allowed values */
export function allowedItem<T extends ItemData>(slot: string, value: T, allowed: readonly string[]): T {
  const form = Object.is(value, -0) ? '-0' : String(value);
  if (!allowed.includes(form)) throw notAllowed(slot, value, allowed);
  return value;
}

/** The same for a TIME. */
export function allowedTime(slot: string, value: number, allowed: readonly string[]): number {
  allowedItem(slot, timeText(value), allowed);
  return value;
}

function integerOf(slot: string, value: bigint, text: string): Integer {
  const fitting = integer64(value);
  if (fitting === null) throw tooLarge(slot, text);
  return fitting;
}

function tooLarge(slot: string, text: string): ValidationError {
  const message = about(shortened(text), (got) => `Slot '${slot}' integer ${got} does not fit in 64 bits`);
  return new ValidationError(message, slot);
}

/** Step 6. */
export function wrongType(slot: string, expected: string, value: unknown): ValidationError {
  return new ValidationError(`Slot '${slot}' expects ${expected}, got ${typeName(value)}`, slot);
}

/** The type of a value in the words of JSON and of slots. */
function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (value instanceof NumberText && Number.isFinite(value.value)) {
    const decimal = readDecimal(value.text);
    return decimal !== null && isWhole(decimal) ? 'integer' : 'float';
  }
  const number = value instanceof NumberText ? value.value : value;
  if (typeof number !== 'number') return typeof value;
  if (Number.isInteger(number)) return 'integer';
  return Number.isNaN(number) ? 'not a number' : Number.isFinite(number) ? 'float' : 'an infinite number';
}

const SHOWN_DIGITS = 40;

function shortened(text: string): string {
  return text.length > SHOWN_DIGITS ? `${text.slice(0, SHOWN_DIGITS)}…` : text;
}
