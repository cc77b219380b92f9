import type {
  AssertSyntax,
  LookupSyntax,
  ModifySyntax,
  SlotItemSyntax,
  SlotValueSyntax,
  SourceText,
} from '../syntax.ts';
import { parseArguments } from './argument.ts';
import type { ReadContext } from './context.ts';
import {
  expectMap,
  optional,
  readList,
  readMap,
  readScalar,
  readText,
  required,
  type Shape,
} from './fields.ts';
import { freeEntries } from './free-keys.ts';
import { readAlias } from './names.ts';
import { createSourceText } from './source-text.ts';
import { checkStraySigns } from './stray-signs.ts';
import { parseText } from './text.ts';
import type { YamlNode } from './yaml-node.ts';

export const ASSERT: Shape = { owner: 'an element of `assert`', keys: ['template', 'slots'] };
export const MODIFY: Shape = { owner: 'an element of `modify`', keys: ['fact', 'slots'] };

export function readAssert(node: YamlNode, context: ReadContext): AssertSyntax | null {
  const map = readMap(node, ASSERT, context);
  if (map === null) return null;
  const template = readText(required(map, 'template', ASSERT, context), context);
  const slots = readSlotValues(optional(map, 'slots'), context);
  return template && { template, slots, at: map.at };
}

export function readModify(node: YamlNode, context: ReadContext): ModifySyntax | null {
  const map = readMap(node, MODIFY, context);
  if (map === null) return null;
  const fact = readAlias(required(map, 'fact', MODIFY, context), context);
  const slots = readSlotValues(required(map, 'slots', MODIFY, context), context);
  return fact && { fact, slots, at: map.at };
}

/** Values by slot, or by property of an obligation. */
export function readSlotValues(node: YamlNode | null, context: ReadContext): readonly SlotValueSyntax[] {
  const values: SlotValueSyntax[] = [];
  for (const { key, value } of freeEntries(expectMap(node, context), context)) {
    if (value.kind === 'list') {
      values.push({ slot: key, items: readList(value, context, readItem), at: value.at });
      continue;
    }
    const item = readItem(value, context);
    if (item !== null) values.push({ slot: key, items: null, ...item });
  }
  return values;
}

const LOOKUP = /^\$const\.[A-Za-z_][\w-]*\[.*\]$/;

/** `$const.map[key]` as a whole value. */
function readLookup(source: SourceText, { report }: ReadContext): LookupSyntax | null {
  if (!LOOKUP.test(source.text)) return null;
  const [argument] = parseArguments(source, 0, source.text.length, report) ?? [];
  return argument?.kind === 'lookup' ? argument : null;
}

/** Reports `=text`; a reference behind the sign is reported as one. */
function checkFormula({ text, at }: SourceText, { report }: ReadContext): void {
  const [, meant] = /^=+\s*([^\s=>$?][^]*)$/.exec(text) ?? [];
  if (meant !== undefined) report.add('formula-value', at, { text, meant });
}

export function readItem(node: YamlNode, context: ReadContext): SlotItemSyntax | null {
  const scalar = readScalar(node, context);
  if (scalar === null) return null;
  checkStraySigns(scalar, context);
  const source = createSourceText(scalar, context.source);
  checkFormula(source, context);
  return { source, scalar: scalar.scalar, parts: parseText(source), lookup: readLookup(source, context) };
}
