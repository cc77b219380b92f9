/**
 * Reading of maps, lists and scalars with what the readers of all constructs share: every reader takes null or a
 * broken node silently (it was already reported, or is missing), reports what it refuses, and returns null then.
 */
import { meantKey, type Words } from '../diagnostics/guesses.ts';
import { closestName } from '../diagnostics/suggest.ts';
import type { Located, SourceText } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { listOf, meantList, meantRow, type ListForm } from './guess-list.ts';
import { createSourceText } from './source-text.ts';
import type { YamlEntry, YamlMap, YamlNode, YamlScalar } from './yaml-node.ts';

/** Keys that a map of the language may have; `owner` names it in messages (`a template`). */
export interface Shape {
  readonly owner: string;
  readonly keys: readonly string[];
  /** An unknown key is an error, however lenient the report is. */
  readonly isStrict?: true;
  /** Keys whose value may be `null`, written out. */
  readonly nullable?: readonly string[];
  /** Keys that take a list, in a format of its own (default: those of rulesets). */
  readonly lists?: ReadonlyMap<string, ListForm>;
  /** True if keys that begin with `x-` are unknown, too. */
  readonly isClosed?: boolean;
  /** Words of other systems for keys, in a format of its own (default: those of rulesets). */
  readonly words?: Words;
}

/** Keys that begin so are free: the language will never know one. */
const FREE_KEY = 'x-';

/** The node as a map of this shape; keys beyond the shape are reported and ignored, free ones ignored in silence. */
export function readMap(node: YamlNode | null, shape: Shape, context: ReadContext): YamlMap | null {
  const map = expectMap(node, context);
  if (map === null) return null;
  const free = shape.keys.filter((known) => !map.entries.has(known));
  // Entries that readers take in the place of what was reported, so that nothing follows from it.
  const meant = new Map<string, YamlEntry>();
  for (const entry of map.entries.values()) {
    const { key, value } = entry;
    if (shape.isClosed !== true && key.value.startsWith(FREE_KEY)) continue;
    if (shape.keys.includes(key.value)) {
      if (isEmpty(entry, shape)) context.report.add('empty-key', key.at, { key: key.value });
      else if (!shape.isStrict && reportNoList(entry, shape, context))
        meant.set(key.value, brokenEntry(entry));
      continue;
    }
    const other = meantOf(shape, key.value, free);
    const parameters = { key: key.value, owner: shape.owner };
    const code = shape.isStrict ? 'short-unknown-key' : 'unknown-key';
    context.report.add(code, key.at, parameters, other ?? closestName(key.value, free));
    // A warning leaves the key out.
    if (other !== null && context.report.hasErrors() && !meant.has(other))
      meant.set(
        other,
        reportNoList({ key: { ...key, value: other }, value }, shape, context) ? brokenEntry(entry) : entry,
      );
  }
  return meant.size === 0 ? map : { ...map, entries: new Map([...map.entries, ...meant]) };
}

function meantOf({ owner, words }: Shape, written: string, free: readonly string[]): string | null {
  if (words === undefined) return meantKey(owner, written, free);
  const meant = words.get(written) ?? null;
  return meant !== null && free.includes(meant) ? meant : null;
}

/** True (reported) if the entry takes a list and has an item of it, or a map of names. */
function reportNoList(entry: YamlEntry, { owner, lists }: Shape, context: ReadContext): boolean {
  const form = lists?.get(entry.key.value);
  const meant = lists === undefined ? meantList(owner, entry) : form ? listOf(form, entry.value) : null;
  if (meant === null) return false;
  context.report.add('list-expected', entry.value.at, {
    key: entry.key.value,
    found: kindName(entry.value),
    meant,
  });
  return true;
}

const brokenEntry = ({ key, value }: YamlEntry): YamlEntry => ({
  key,
  value: { kind: 'broken', at: value.at },
});

/** The node as a map whose keys are names of the ruleset. */
export function expectMap(node: YamlNode | null, context: ReadContext): YamlMap | null {
  if (node === null || node.kind === 'map') return node;
  reportKind(node, 'a map', context);
  return null;
}

/** A key without a value; a `null` that is written out is one where the key takes it. */
function isEmpty({ key, value }: YamlEntry, { nullable }: Shape): boolean {
  if (!isNothing(value)) return false;
  return nullable?.includes(key.value) !== true || (value.kind === 'scalar' && value.scalar.text === '');
}

/** True if the key of this value was written without one. */
export function isNothing(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.scalar.kind === 'null';
}

/** Value of a key; null if the key is missing or has no value (which `readMap` reported). */
export function optional(map: YamlMap, key: string): YamlNode | null {
  const value = map.entries.get(key)?.value ?? null;
  return value === null || isNothing(value) ? null : value;
}

/** As `optional`; reports a missing key. */
export function required(map: YamlMap, key: string, shape: Shape, context: ReadContext): YamlNode | null {
  if (!map.entries.has(key)) context.report.add('missing-key', map.at, { key, owner: shape.owner });
  return optional(map, key);
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

/** The cells of a row; null (reported) if it is not a list. */
export function readCells(row: YamlNode, { report }: ReadContext): readonly YamlNode[] | null {
  if (row.kind === 'list') return row.items;
  if (row.kind !== 'broken')
    report.add('row-expected', row.at, { found: kindName(row), meant: meantRow(row) });
  return null;
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

/** Returns the kind of a value as messages name it. */
export function kindName(node: YamlNode): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'broken') return 'nothing';
  switch (node.scalar.kind) {
    case 'string':
      return 'text';
    case 'integer':
      return 'an integer';
    case 'float':
      return 'a decimal number';
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return 'nothing';
  }
}
