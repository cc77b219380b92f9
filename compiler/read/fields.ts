/**
 * Reading of maps, lists and scalars with what the readers of all constructs share: every reader takes null or a
 * broken node in silence (it was reported already, or is not there), reports what it refuses, and answers null then.
 */
import { closestName } from '../diagnostics/suggest.ts';
import type { Located, SourceText } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { createSourceText } from './source-text.ts';
import type { YamlMap, YamlNode, YamlScalar } from './yaml-node.ts';

/** What a map of the language may hold; `owner` names it in messages (`a template`). */
export interface Shape {
  readonly owner: string;
  readonly keys: readonly string[];
}

/** Keys that begin so are free: the language will never know one. */
const FREE_KEY = 'x-';

/** The node as a map of this shape; keys beyond the shape are reported and ignored, free ones ignored in silence. */
export function readMap(node: YamlNode | null, shape: Shape, context: ReadContext): YamlMap | null {
  const map = expectMap(node, context);
  if (map === null) return null;
  const free = shape.keys.filter((known) => !map.entries.has(known));
  for (const { key } of map.entries.values()) {
    if (shape.keys.includes(key.value) || key.value.startsWith(FREE_KEY)) continue;
    const parameters = { key: key.value, owner: shape.owner };
    context.report.add('unknown-key', key.at, parameters, closestName(key.value, free));
  }
  return map;
}

/** The node as a map whose keys are names of the ruleset. */
export function expectMap(node: YamlNode | null, context: ReadContext): YamlMap | null {
  if (node === null || node.kind === 'map') return node;
  reportKind(node, 'a map', context);
  return null;
}

/** Value of a key; null when the key is not there or has no value (`key:` alone means the same as no key). */
export function optional(map: YamlMap, key: string): YamlNode | null {
  const value = map.entries.get(key)?.value ?? null;
  return value?.kind === 'scalar' && value.scalar.kind === 'null' ? null : value;
}

export function required(map: YamlMap, key: string, shape: Shape, context: ReadContext): YamlNode | null {
  const value = optional(map, key);
  if (value === null) context.report.add('missing-key', map.at, { key, owner: shape.owner });
  return value;
}

/** The elements that could be read; those that could not were reported and are left out. */
export function readList<T>(
  node: YamlNode | null,
  context: ReadContext,
  readItem: (item: YamlNode, context: ReadContext) => T | null,
): readonly T[] {
  if (node === null) return [];
  if (node.kind !== 'list') {
    reportKind(node, 'a list', context);
    return [];
  }
  const items: T[] = [];
  for (const item of node.items) {
    const read = readItem(item, context);
    if (read !== null) items.push(read);
  }
  return items;
}

/** As readList, for a list that means nothing without an element. */
export function readFilledList<T>(
  node: YamlNode | null,
  context: ReadContext,
  readItem: (item: YamlNode, context: ReadContext) => T | null,
): readonly T[] {
  if (node?.kind === 'list' && node.items.length === 0) context.report.add('empty-list', node.at);
  return readList(node, context, readItem);
}

export function readScalar(node: YamlNode | null, context: ReadContext): YamlScalar | null {
  if (node === null || node.kind === 'scalar') return node;
  reportKind(node, 'a single value', context);
  return null;
}

/** Text as it is written: `1.50` and `true` stay so whether or not they are quoted. */
export function readText(node: YamlNode | null, context: ReadContext): Located<string> | null {
  const scalar = readWritten(node, context);
  return scalar && { value: scalar.scalar.text, at: scalar.at };
}

/** Text for people; nothing depends on it, so a missing one is the empty text. */
export function readDescription(map: YamlMap, context: ReadContext): string {
  return readText(optional(map, 'description'), context)?.value ?? '';
}

/** Text that is itself source, with exact positions inside. */
export function readSource(node: YamlNode | null, context: ReadContext): SourceText | null {
  const scalar = readWritten(node, context);
  return scalar && createSourceText(scalar, context.source);
}

/** False when the node is absent or refused. */
export function readFlag(node: YamlNode | null, context: ReadContext): boolean {
  if (node === null) return false;
  if (node.kind === 'scalar' && node.scalar.kind === 'boolean') return node.scalar.value;
  reportKind(node, '`true` or `false`', context);
  return false;
}

/** An integer in [minimum, maximum]. */
export function readInteger(
  node: YamlNode | null,
  minimum: number,
  maximum: number,
  context: ReadContext,
): Located<number> | null {
  if (node === null) return null;
  if (node.kind !== 'scalar' || node.scalar.kind !== 'integer') {
    reportKind(node, 'an integer', context);
    return null;
  }
  const { value, text } = node.scalar;
  if (value < BigInt(minimum) || value > BigInt(maximum)) {
    context.report.add('number-out-of-range', node.at, { number: text, minimum, maximum });
    return null;
  }
  return { value: Number(value), at: node.at };
}

function readWritten(node: YamlNode | null, context: ReadContext): YamlScalar | null {
  if (node === null || (node.kind === 'scalar' && node.scalar.kind !== 'null')) return node;
  reportKind(node, 'text', context);
  return null;
}

function reportKind(node: YamlNode, expected: string, context: ReadContext): void {
  if (node.kind === 'broken') return;
  context.report.add('wrong-kind', node.at, { expected, found: kindName(node) });
}

function kindName(node: YamlNode): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'broken') return 'nothing';
  switch (node.scalar.kind) {
    case 'string':
      return 'text';
    case 'integer':
      return 'an integer';
    case 'float':
      return 'a number with a fraction';
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return 'nothing';
  }
}
