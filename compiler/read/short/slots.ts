import type { Located, SlotSyntax } from '../../syntax.ts';
import type { ReadContext } from '../context.ts';
import { expectMap } from '../fields.ts';
import { checkDeclared } from '../names.ts';
import { createSourceText } from '../source-text.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../yaml-node.ts';
import { parseSlotType } from './slot-type.ts';

/** Reads a slot that is written as a map; its name comes from the key. */
type LongReader<T> = (name: Located<string>, isRequired: boolean, map: YamlMap) => T | null;

/** A map of names to types: `rows!: integer`, `roles: [symbol]`, or the keys of the long form without `name`. */
export function readSlotMap(
  node: YamlNode | null,
  context: ReadContext,
  readLong: LongReader<SlotSyntax>,
): readonly SlotSyntax[] {
  const slots: SlotSyntax[] = [];
  for (const entry of expectMap(node, context)?.entries.values() ?? []) {
    const slot = readSlotEntry(entry, context, readLong);
    if (slot !== null) slots.push(slot);
  }
  return slots;
}

/** The name of a key without the mark of a required member. */
export function splitMark(key: Located<string>): {
  readonly name: Located<string>;
  readonly isRequired: boolean;
} {
  const isRequired = key.value.endsWith('!');
  return { name: isRequired ? { ...key, value: key.value.slice(0, -1) } : key, isRequired };
}

function readSlotEntry(
  { key, value }: YamlEntry,
  context: ReadContext,
  readLong: LongReader<SlotSyntax>,
): SlotSyntax | null {
  const { name: written, isRequired } = splitMark(key);
  const name = checkDeclared(written, context);
  if (name === null) return null;
  if (value.kind === 'map') {
    const required = value.entries.get('required');
    if (isRequired && required !== undefined)
      context.report.add('conflicting-keys', required.key.at, { first: key.value, second: 'required' });
    return readLong(name, isRequired, value);
  }
  const type = readType(value, key.value, context);
  if (type === null) return null;
  if (isRequired && type.default !== null) {
    context.report.add('short-type', key.at, {
      problem: 'a slot with a default is not required: remove `!`',
    });
    return null;
  }
  return { ...type, name, maxItems: null, required: isRequired, at: { ...key.at, end: value.at.end } };
}

type WrittenType = Pick<SlotSyntax, 'type' | 'allowed' | 'sensitive' | 'default' | 'list'>;

/** `type`, or `[kind]` for a list; null, reported, for anything else. */
export function readType(value: YamlNode, key: string, context: ReadContext): WrittenType | null {
  if (value.kind === 'broken') return null;
  const isList = value.kind === 'list';
  const [only, another] = isList ? value.items : [value];
  if (only?.kind !== 'scalar' || only.scalar.kind === 'null' || another !== undefined) {
    const problem = isList ? 'expected one type in the list, as in `[symbol]`' : `\`${key}\` needs a type`;
    context.report.add('short-type', value.at, { problem });
    return null;
  }
  const type = parseSlotType(createSourceText(only, context.source), key, context.report);
  if (type === null) return null;
  if (isList && type.default !== null) {
    context.report.add('short-type', type.default.at, { problem: 'a list cannot have a default' });
    return null;
  }
  return { ...type, list: isList };
}
