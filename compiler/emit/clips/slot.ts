import { defaultOf, literalOfForm } from '../../language/slot-types.ts';
import type { Slot } from '../../ruleset.ts';
import type { ListLiteral, Literal, SlotType } from '../../values.ts';
import { clipsLiteral } from './atoms.ts';
import { clipsName } from './names.ts';

/** CLIPS names of each type, and its list of allowed values. */
const CLIPS: Readonly<Record<SlotType, { readonly type: string; readonly allowed: string }>> = {
  STRING: { type: 'STRING', allowed: 'allowed-strings' },
  SYMBOL: { type: 'SYMBOL', allowed: 'allowed-symbols' },
  INTEGER: { type: 'INTEGER', allowed: 'allowed-integers' },
  FLOAT: { type: 'FLOAT', allowed: 'allowed-floats' },
  BOOLEAN: { type: 'SYMBOL', allowed: 'allowed-symbols' },
  TIME: { type: 'INTEGER', allowed: 'allowed-integers' },
};

function allowedTexts({ type, allowed }: Slot): readonly string[] {
  const values = allowed?.map((form) => clipsLiteral(literalOfForm(type, form))) ?? [];
  return type === 'BOOLEAN' && values.length === 0 ? ['FALSE', 'TRUE'] : values;
}

function defaultText(value: Literal | ListLiteral): string {
  if (value.type !== 'LIST') return clipsLiteral(value);
  return value.items.map(clipsLiteral).join(' ');
}

/**
 * A slot, or for a list a multislot. The default is always written: the declared one, else what CLIPS derives
 * (`?DERIVE`), which is the first allowed value or, without a list, the zero of the type (Basic Programming Guide 3.3 and
 * 11.5); of a list it is the empty one.
 */
export function emitSlot(slot: Slot): string {
  const { type, allowed } = CLIPS[slot.type];
  const values = allowedTexts(slot);
  const list = values.length > 0 ? ` (${allowed} ${values.join(' ')})` : '';
  const value = defaultText(defaultOf(slot));
  const cardinality = slot.maxItems === null ? '' : ` (cardinality 0 ${slot.maxItems})`;
  const initial = value === '' ? '(default)' : `(default ${value})`;
  return `(${slot.list ? 'multislot' : 'slot'} ${clipsName(slot.name)} (type ${type})${list}${cardinality} ${initial})`;
}
