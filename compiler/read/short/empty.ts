import type { ReadContext } from '../context.ts';
import { isNothing } from '../fields.ts';
import type { YamlEntry, YamlMap } from '../yaml-node.ts';

/** Reports those of the keys that have no value, or an empty list or map; their entries are broken then. */
export function refuseEmpty(map: YamlMap, keys: ReadonlySet<string>, context: ReadContext): YamlMap {
  const entries = new Map<string, YamlEntry>();
  for (const [key, entry] of map.entries) {
    const isEmpty = keys.has(key) && holdsNothing(entry);
    if (isEmpty) context.report.add('short-empty', entry.key.at, { key });
    entries.set(key, isEmpty ? { ...entry, value: { kind: 'broken', at: entry.value.at } } : entry);
  }
  return { ...map, entries };
}

function holdsNothing({ value }: YamlEntry): boolean {
  if (value.kind === 'list') return value.items.length === 0 || value.items.some(isNothing);
  if (value.kind === 'map') return value.entries.size === 0;
  return isNothing(value);
}
