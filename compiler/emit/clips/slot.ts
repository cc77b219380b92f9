import { clipsFloat, clipsLiteral } from '../../write/atoms.ts';
import type { Literal, Slot, SlotType } from '../../ruleset.ts';
import { clipsName } from './names.ts';

const ALLOWED: Readonly<Record<SlotType, string>> = {
  STRING: 'allowed-strings',
  SYMBOL: 'allowed-symbols',
  INTEGER: 'allowed-integers',
  FLOAT: 'allowed-floats',
};

const TYPE_DEFAULT: Readonly<Record<SlotType, Literal>> = {
  STRING: { type: 'STRING', value: '' },
  SYMBOL: { type: 'SYMBOL', value: 'nil' },
  INTEGER: { type: 'INTEGER', value: 0 },
  FLOAT: { type: 'FLOAT', value: 0 },
};

/** An allowed value, which the ruleset holds in its string form, as CLIPS text of the slot's type. */
function allowedText(type: SlotType, text: string): string {
  switch (type) {
    case 'STRING':
    case 'SYMBOL':
      return clipsLiteral({ type, value: text });
    case 'INTEGER':
      return BigInt(text).toString();
    case 'FLOAT':
      return clipsFloat(Number(text));
  }
}

/**
 * A single-field slot. The default is always written: the declared one, else what CLIPS derives (`?DERIVE`), which is
 * the first allowed value or, without a list, the zero of the type (Basic Programming Guide 3.3 and 11.5).
 */
export function emitSlot(slot: Slot): string {
  const allowed = slot.allowed?.map((text) => allowedText(slot.type, text)) ?? [];
  const list = allowed.length > 0 ? ` (${ALLOWED[slot.type]} ${allowed.join(' ')})` : '';
  const value = slot.default
    ? clipsLiteral(slot.default)
    : (allowed[0] ?? clipsLiteral(TYPE_DEFAULT[slot.type]));
  return `(slot ${clipsName(slot.name)} (type ${slot.type})${list} (default ${value}))`;
}
