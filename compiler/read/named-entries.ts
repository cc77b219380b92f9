import type { Span } from '../diagnostics/position.ts';
import type { Located } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { isNothing, readList } from './fields.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml-node.ts';

/**
 * Reads a list of constructs, or a map of their names to the rest of their keys. `expand` makes the keys of the long
 * form from a value that is not a map of them.
 */
export function readNamed<T>(
  node: YamlNode | null,
  owner: string,
  context: ReadContext,
  readItem: (item: YamlNode, context: ReadContext) => T | null,
  expand: (entry: YamlEntry) => YamlNode = ({ value }) => value,
): readonly T[] {
  if (node?.kind !== 'map') return readList(node, context, readItem);
  const items: T[] = [];
  for (const entry of node.entries.values()) {
    const body = expand(entry);
    const read = readItem(body.kind === 'map' ? withName(body, entry.key, owner, context) : body, context);
    if (read !== null) items.push(read);
  }
  return items;
}

/** The keys of a construct whose name is the key that it is written under. */
export function withName(map: YamlMap, key: Located<string>, owner: string, context: ReadContext): YamlMap {
  const another = map.entries.get('name');
  if (another !== undefined) context.report.add('unknown-key', another.key.at, { key: 'name', owner });
  const scalar = { kind: 'string', value: key.value, text: key.value } as const;
  const value = { kind: 'scalar', scalar, style: 'plain', at: key.at } as const;
  const entries = new Map<string, YamlEntry>([['name', { key: { value: 'name', at: key.at }, value }]]);
  for (const [written, entry] of map.entries) if (written !== 'name') entries.set(written, entry);
  return { ...map, entries };
}

/** A map of one key around the value; without keys if the value is missing. */
export function mapOf(key: string, value: YamlNode): YamlMap {
  const entries = isNothing(value) ? [] : [[key, { key: { value: key, at: value.at }, value }] as const];
  return { kind: 'map', entries: new Map(entries), at: value.at };
}

export const emptyMap = (at: Span): YamlMap => ({ kind: 'map', entries: new Map(), at });
