/** Keys of indexes: the joined value itself, or one text for several. */
import type { Slot, SlotType } from '../../ruleset.ts';
import { code, joined, type Code } from '../../write/code.ts';
import type { Context } from './context.ts';

/** The part of an index key that one slot gives. */
export function keyPart(context: Context, slot: Pick<Slot, 'type'>, value: Code): Code {
  return slot.type === 'FLOAT' ? code`${context.value('floatKey')}(${value})` : value;
}

/** One value of a key with its type. */
export interface KeyPart {
  readonly type: SlotType;
  readonly value: Code;
}

/** The code of a key; null without parts. */
export function indexKey(context: Context, parts: readonly KeyPart[]): Code | null {
  if (parts.length === 0) return null;
  const values = parts.map(({ type, value }) => keyPart(context, { type }, value));
  return values.length === 1 ? values[0]! : code`${context.value('joinKey')}(${joined(values, ', ')})`;
}

/** The TypeScript type of such a key. */
export function keyType(context: Context, types: readonly SlotType[]): Code {
  if (types.length > 1) return code`string`;
  switch (types[0]) {
    case 'INTEGER':
      return context.type('Integer');
    case 'FLOAT':
      return code`number | string`;
    default:
      return code`string`;
  }
}
