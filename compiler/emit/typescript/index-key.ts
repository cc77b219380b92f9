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

const isNumber = ({ type }: KeyPart): boolean => type === 'INTEGER' || type === 'FLOAT';

/**
 * One text for several values, unambiguous whatever they hold: numbers first, each up to a colon, then strings, each
 * behind its length, but for the last, which needs none.
 */
function joinedKey(context: Context, parts: readonly KeyPart[]): Code {
  const numbers = parts.filter(isNumber).map(({ type, value }) => keyPart(context, { type }, value));
  const strings = parts.filter((part) => !isNumber(part)).map(({ value }) => value);
  const last = strings.pop() ?? numbers.pop()!;
  const pieces = [
    ...numbers.flatMap((value) => [value, code`':'`]),
    ...strings.flatMap((value) => [code`${value}.length`, code`':'`, value]),
    last,
  ];
  return joined(pieces, ' + ');
}

/** The code of a key; null without parts. */
export function indexKey(context: Context, parts: readonly KeyPart[]): Code | null {
  const [first] = parts;
  if (first === undefined) return null;
  return parts.length === 1 ? keyPart(context, first, first.value) : joinedKey(context, parts);
}

/**
 * A key that values with the same text share too, like `ab` and `c` with `a` and `bc`: for memories whose reader compares
 * the values again. A third of the cost of an unambiguous one.
 */
export function roughKey(context: Context, parts: readonly KeyPart[]): Code | null {
  if (parts.length < 2) return indexKey(context, parts);
  const values = parts.map((part) => keyPart(context, part, part.value));
  // A text in second place, so that numbers are not added up.
  return joined(
    parts.every(isNumber) ? [values[0]!, code`':'`, ...values.slice(1)] : textFirst(parts, values),
    ' + ',
  );
}

function textFirst(parts: readonly KeyPart[], values: readonly Code[]): Code[] {
  const texts = values.filter((_, i) => !isNumber(parts[i]!));
  return [...texts, ...values.filter((_, i) => isNumber(parts[i]!))];
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
