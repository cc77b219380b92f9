/** Keys of indexes: the joined value itself, or one text for several. */
import type { Slot } from '../../../ruleset.ts';
import type { SlotType } from '../../../values.ts';
import { code, joined, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import { elementAt } from '../../../required.ts';

/** The part of an index key that one slot gives. */
export function keyPart(context: Context, slot: Pick<Slot, 'type'>, value: Code): Code {
  return slot.type === 'FLOAT' ? code`${context.value('floatKey')}(${value})` : value;
}

/** Key form of a slot's values: a list by its text, a truth value or a time by a number. */
export function keySlotType({ type, list }: Pick<Slot, 'type' | 'list'>): SlotType {
  if (list) return 'STRING';
  return type === 'BOOLEAN' || type === 'TIME' ? 'INTEGER' : type;
}

/** The part of a key that a slot's value gives. */
export function slotKeyPart(context: Context, slot: Pick<Slot, 'type' | 'list'>, value: Code): KeyPart {
  const type = keySlotType(slot);
  if (slot.list) return { type, value: code`${context.value('listKey')}(${value})` };
  return { type, value: slot.type === 'BOOLEAN' ? code`(${value} ? 1 : 0)` : value };
}

/** One value of a key with its type. */
export interface KeyPart {
  readonly type: SlotType;
  readonly value: Code;
}

/** Number of numbers that are joined to text together. */
const TOGETHER = ['numberText', 'numberText2', 'numberText3', 'numberText4'] as const;

/** Numbers as one text; see runtime/matching/key-text.ts. */
function numbersText(context: Context, numbers: readonly Code[]): Code[] {
  const texts: Code[] = [];
  for (let i = 0; i < numbers.length; i += TOGETHER.length) {
    const some = numbers.slice(i, i + TOGETHER.length);
    texts.push(code`${context.value(elementAt(TOGETHER, some.length - 1))}(${joined(some, ', ')})`);
  }
  return texts;
}

function isPair(types: readonly SlotType[]): boolean {
  return types.length === 2 && types.every((type) => type === 'INTEGER');
}

/**
 * One text for several values, unambiguous whatever they hold: integers and the lengths of all strings but the last
 * first, then floats, each up to a colon, then the strings.
 */
function joinedKey(context: Context, parts: readonly KeyPart[]): Code {
  const valuesOf = (...types: SlotType[]): KeyPart[] => parts.filter(({ type }) => types.includes(type));
  const strings = valuesOf('STRING', 'SYMBOL').map(({ value }) => value);
  const numbers = [
    ...valuesOf('INTEGER').map(({ value }) => value),
    ...strings.slice(0, -1).map((value) => code`${value}.length`),
  ];
  const floats = valuesOf('FLOAT').flatMap((part) => [keyPart(context, part, part.value), code`':'`]);
  return joined([...numbersText(context, numbers), ...floats, ...strings], ' + ');
}

/** The code of a key; null without parts. */
export function indexKey(context: Context, parts: readonly KeyPart[]): Code | null {
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1) return keyPart(context, first, first.value);
  if (isPair(parts.map(({ type }) => type))) {
    return code`${context.value('pairKey')}(${elementAt(parts, 0).value}, ${parts[1]!.value})`;
  }
  return joinedKey(context, parts);
}

const isNumber = ({ type }: KeyPart): boolean => type === 'INTEGER' || type === 'FLOAT';

/**
 * A key that values with the same text share too, like `ab` and `c` with `a` and `bc`: for memories whose reader compares
 * the values again. Cheaper to make than an unambiguous one.
 */
export function roughKey(context: Context, parts: readonly KeyPart[]): Code | null {
  if (parts.every(isNumber)) return indexKey(context, parts);
  // A text in first place, so that numbers are not added up.
  const sorted = [...parts.filter((part) => !isNumber(part)), ...parts.filter(isNumber)];
  return joined(
    sorted.map((part) => keyPart(context, part, part.value)),
    ' + ',
  );
}

/**
 * The first text of several values, by which alone they are found while few of them share it: putting texts together
 * to look them up costs more than the look-up. `null` if the key is not a text of several values.
 */
export function coarseKey(parts: readonly KeyPart[]): Code | null {
  if (parts.length < 2) return null;
  const text = parts.find(({ type }) => type === 'STRING') ?? parts.find(({ type }) => type === 'SYMBOL');
  return text?.value ?? null;
}

/** The TypeScript type of such a key. */
export function keyType(context: Context, types: readonly SlotType[]): Code {
  if (isPair(types)) return code`number | string`;
  if (types.length > 1) return code`string`;
  switch (types[0]) {
    case 'INTEGER':
      return context.type('Integer');
    case 'FLOAT':
      return code`number | string`;
    case 'BOOLEAN':
      return code`boolean`;
    case 'TIME':
      return code`number`;
    default:
      return code`string`;
  }
}
