import { timeOfText } from '../../runtime/values/time-text.ts';
import type { SlotType } from '../../compiler/values.ts';
import type { Dice } from './dice.ts';
import type { SlotDraft } from './program.ts';
import type { Scalar } from '../../library/node/clips/facts.ts';

export const SLOT_TYPES: readonly SlotType[] = ['INTEGER', 'INTEGER', 'SYMBOL', 'STRING', 'FLOAT'];

/** Small domains, so that facts meet rules. */
export type Domains = Readonly<Record<SlotType, readonly Scalar[]>>;

const INTEGERS = [0, 1, 2, 3, -1];
const LARGE_INTEGERS = [
  9007199254740991,
  9007199254740992n,
  9007199254740993n,
  -9223372036854775808n,
  9223372036854775807n,
];
/** Seconds; the clock is fixed at 1000 (host-functions.ts). */
const TIMES = [
  '1970-01-01T00:16:40Z',
  '1970-01-01T00:16:39.5Z',
  '1970-01-01T00:15:00Z',
  '1970-01-02T00:00:00Z',
  '1969-12-31T23:59:59Z',
];
const FLOATS = [0, 1, 3, 2.5, -1.5, 0.1, 1e20, 1e-7, 9007199254740992];
const SYMBOLS = ['a', 'b', 'c', 'TRUE', 'FALSE', 'nil', 'x-1', 'é'];
const STRINGS = [
  '',
  'a',
  'b',
  'ab',
  'a b',
  '1',
  '1.0',
  'TRUE',
  'q"t',
  'back\\slash',
  'two\nlines',
  ' é',
  '(',
  '; x',
  '?v',
  '{b}',
  'a|b',
  ' b | a',
];

export function drawDomains(dice: Dice): Domains {
  const large = dice.percent(15) ? [dice.pick(LARGE_INTEGERS), dice.pick(LARGE_INTEGERS)] : [];
  return {
    INTEGER: [...dice.some(INTEGERS, 3), ...large],
    FLOAT: dice.some(FLOATS, 3),
    SYMBOL: dice.some(SYMBOLS, 3),
    STRING: dice.some(STRINGS, dice.int(2, 4)),
    BOOLEAN: [true, false],
    TIME: dice.some(TIMES, 3),
  };
}

/** Values that a slot may hold. */
export function slotValues(slot: SlotDraft, domains: Domains): readonly Scalar[] {
  return slot.allowed ?? domains[slot.type];
}

/** Texts that the language reads as references if they are a whole value. */
const LIKE_REFERENCES = ['?v', '{b}'];

/** A value as an argument of an operator: quoted text, a bare symbol or a number. */
export function argumentText(type: SlotType, value: Scalar): string {
  const text = type === 'TIME' || type === 'BOOLEAN' ? String(value) : clipsText(type, value);
  return LIKE_REFERENCES.includes(String(value)) ? `literal(${text})` : text;
}

/** A value as a literal of a CLIPS expression. */
export function clipsText(type: SlotType, value: Scalar): string {
  if (type === 'BOOLEAN') return value === true ? 'TRUE' : 'FALSE';
  if (type === 'TIME') return String(timeOfText(String(value)));
  if (type === 'STRING') return quoted(String(value));
  return type === 'FLOAT' ? floatText(Number(value)) : String(value);
}

function floatText(value: number): string {
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  return /[.e]/.test(text) ? text : text + '.0';
}

/** CLIPS and the language escape double quotes and backslashes in the same way, and line breaks not at all. */
function quoted(text: string): string {
  return '"' + text.replace(/["\\]/g, (c) => '\\' + c) + '"';
}
