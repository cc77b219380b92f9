/** Steps 5 to 7 of the validation chain for a list slot: those of a single value, for each item. */
import type { SlotTypeName } from '../description.ts';
import { ValidationError } from '../engine/errors.ts';
import { FALSE, TRUE } from '../values/truth-symbols.ts';
import { FloatValue, SymbolValue, type FieldValue, type Multifield } from '../values/values.ts';
import {
  allowedItem,
  allowedTime,
  readBoolean,
  readFloat,
  readInteger,
  readString,
  readSymbol,
  readTime,
  wrongType,
} from './validation.ts';

type Item = ReturnType<typeof readBoolean | typeof readInteger | typeof readSymbol>;

const READERS: Readonly<Record<SlotTypeName, (slot: string, value: unknown) => Item>> = {
  STRING: readString,
  SYMBOL: readSymbol,
  INTEGER: readInteger,
  FLOAT: readFloat,
  BOOLEAN: readBoolean,
  TIME: readTime,
};

/** An item as multifields hold it. */
function boxed(type: SlotTypeName, item: Item): FieldValue {
  if (typeof item === 'boolean') return item ? TRUE : FALSE;
  if (type === 'SYMBOL') return new SymbolValue(item as string);
  return type === 'FLOAT' ? new FloatValue(item as number) : item;
}

function checkAllowed(slot: string, item: Item, type: SlotTypeName, allowed: readonly string[]): void {
  if (type === 'TIME') allowedTime(slot, item as number, allowed);
  else allowedItem(slot, item, allowed);
}

/**
 * The items of a list slot. A value that is not a list is refused: it is never taken for a list of one.
 *
 * @param allowed string forms of the allowed values; null: any
 * @param most number of items; null: any
 */
export function readList(
  slot: string,
  value: unknown,
  type: SlotTypeName,
  allowed: readonly string[] | null,
  most: number | null,
): Multifield {
  if (!Array.isArray(value)) throw wrongType(slot, 'array', value);
  if (most !== null && value.length > most) {
    throw new ValidationError(`Slot '${slot}' has ${value.length} items, more than ${most}`, slot);
  }
  const read = READERS[type];
  const isText = type === 'STRING' || type === 'SYMBOL';
  const items = new Array<FieldValue>(value.length);
  for (let i = 0; i < items.length; i++) {
    const given: unknown = value[i];
    // Text, which most items are, needs no reading; so the name of the item need not be put together either.
    const isRead = isText && typeof given === 'string';
    const item = isRead ? given : read(`${slot}[${i}]`, given);
    if (allowed !== null) checkAllowed(`${slot}[${i}]`, item, type, allowed);
    items[i] = boxed(type, item);
  }
  return Object.freeze(items);
}
