import type { SlotType } from '../../compiler/ruleset.ts';
import type { Dice } from './dice.ts';
import type { Scalar, SlotDraft } from './program.ts';

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
];

export function drawDomains(dice: Dice): Domains {
  const large = dice.percent(15) ? [dice.pick(LARGE_INTEGERS), dice.pick(LARGE_INTEGERS)] : [];
  return {
    INTEGER: [...dice.some(INTEGERS, 3), ...large],
    FLOAT: dice.some(FLOATS, 3),
    SYMBOL: dice.some(SYMBOLS, 3),
    STRING: dice.some(STRINGS, dice.int(2, 4)),
  };
}

/** Values that a slot may hold. */
export function slotValues(slot: SlotDraft, domains: Domains): readonly Scalar[] {
  return slot.allowed ?? domains[slot.type];
}

/** A value as an argument of an operator: quoted text, a bare symbol or a number. */
export function argumentText(type: SlotType, value: Scalar): string {
  if (type === 'STRING') return quoted(String(value));
  return type === 'FLOAT' ? floatText(Number(value)) : String(value);
}

/** A value as a literal of a CLIPS expression. */
export function clipsText(type: SlotType, value: Scalar): string {
  return argumentText(type, value);
}

function floatText(value: number): string {
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  return /[.e]/.test(text) ? text : text + '.0';
}

/** Double quotes and backslashes are escaped alike by CLIPS and by the language; a line break stands for itself. */
function quoted(text: string): string {
  return '"' + text.replace(/["\\]/g, (c) => '\\' + c) + '"';
}
