/** Properties of slot types that all phases share. */
import { timeOfText } from '../../runtime/values/time-text.ts';
import type { Slot } from '../ruleset.ts';
import type { ListLiteral, Literal, SlotType } from '../values.ts';

/** The types as a template writes them. */
export const SLOT_TYPES: ReadonlyMap<string, SlotType> = new Map([
  ['string', 'STRING'],
  ['symbol', 'SYMBOL'],
  ['integer', 'INTEGER'],
  ['float', 'FLOAT'],
  ['boolean', 'BOOLEAN'],
  ['time', 'TIME'],
]);

/** The default value of the type. */
const ZEROS: { readonly [T in SlotType]: Extract<Literal, { type: T }> } = {
  STRING: { type: 'STRING', value: '' },
  SYMBOL: { type: 'SYMBOL', value: 'nil' },
  INTEGER: { type: 'INTEGER', value: 0 },
  FLOAT: { type: 'FLOAT', value: 0 },
  BOOLEAN: { type: 'BOOLEAN', value: false },
  TIME: { type: 'TIME', value: 0 },
};

export function isNumeric(type: SlotType): boolean {
  return type === 'INTEGER' || type === 'FLOAT';
}

export function isText(type: SlotType): boolean {
  return type === 'STRING' || type === 'SYMBOL';
}

/** The literal behind a string form (see `literalForm`). INVARIANT: the form was made from a literal of the type. */
export function literalOfForm(type: SlotType, form: string): Literal {
  switch (type) {
    case 'STRING':
    case 'SYMBOL':
      return { type, value: form };
    case 'INTEGER': {
      const small = Number(form);
      return { type, value: Number.isSafeInteger(small) ? small : BigInt(form) };
    }
    case 'FLOAT':
      return { type, value: Number(form) };
    case 'BOOLEAN':
      return { type, value: form === 'true' };
    case 'TIME':
      return { type, value: timeOfText(form) ?? 0 };
  }
}

/** The value of a slot that an assert leaves out: declared, else derived from the constraints as CLIPS does. */
export function defaultOf(slot: Slot): Literal | ListLiteral {
  if (slot.default !== null) return slot.default;
  if (slot.list) return { type: 'LIST', items: [] };
  const [first] = slot.allowed ?? [];
  return first === undefined ? ZEROS[slot.type] : literalOfForm(slot.type, first);
}
