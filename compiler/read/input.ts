import type { InputSyntax, SourceText } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import {
  expectMap,
  optional,
  readFilledList,
  readMap,
  readSource,
  readText,
  required,
  type Shape,
} from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

export const INPUT: Shape = { owner: 'an element of `input`', keys: ['template', 'each', 'slots'] };

/** One element of `input:`. */
export function readInput(node: YamlNode, context: ReadContext): InputSyntax | null {
  const map = readMap(node, INPUT, context);
  if (map === null) return null;
  const template = readText(required(map, 'template', INPUT, context), context);
  const each = readEach(optional(map, 'each'), context);
  const slots = readSlots(required(map, 'slots', INPUT, context), context);
  return template && { template, each, slots, at: map.at };
}

/** One path, or a list of paths. */
function readEach(node: YamlNode | null, context: ReadContext): readonly SourceText[] {
  if (node?.kind === 'list') return readFilledList(node, context, readSource);
  const path = readSource(node, context);
  return path === null ? [] : [path];
}

function readSlots(node: YamlNode | null, context: ReadContext): InputSyntax['slots'] {
  const slots: InputSyntax['slots'][number][] = [];
  for (const { key, value } of expectMap(node, context)?.entries.values() ?? []) {
    const path = readSource(value, context);
    if (path !== null) slots.push({ slot: key, path });
  }
  return slots;
}
