/** Items of a suite's lists as YAML in a line, from what was written in their place. */
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../../../compiler/read/yaml-node.ts';

const FACT_KEYS = ['template', 'data'];
/** Keys of an item of `cases` and of `properties`. */
const OWN_KEYS = ['name', 'expect', 'facts', 'input', 'steps', 'each', 'never', 'monotone'];

/** A map of this list is always one item. */
export function never(): null {
  return null;
}

/** Returns the fact that a value means: a name, `{ transfer: { … } }`, or slots beside `template`; null if it is not a fact. */
export function factOf(node: YamlNode): string | null {
  if (node.kind === 'scalar')
    return node.scalar.kind === 'string' ? `{ template: ${node.scalar.text}, data: {} }` : null;
  if (node.kind !== 'map') return null;
  const [entry, another] = node.entries.values();
  if (entry === undefined) return null;
  if (another === undefined && !FACT_KEYS.includes(entry.key.value)) return namedFact(entry);
  if (!node.entries.has('template')) return null;
  return node.entries.has('data') ? writeNode(node) : withData(node);
}

function namedFact({ key, value }: YamlEntry): string | null {
  const data = writeNode(value);
  return data === null || value.kind !== 'map' ? null : `{ template: ${key.value}, data: ${data} }`;
}

/** Slots beside the template belong into `data`. */
function withData(map: YamlMap): string | null {
  const slots = new Map([...map.entries].filter(([key]) => key !== 'template'));
  const template = map.entries.get('template')?.value;
  const name = template === undefined ? null : writeNode(template);
  const data = slots.size === 0 ? '{}' : writeNode({ ...map, entries: slots });
  return name === null || data === null ? null : `{ template: ${name}, data: ${data} }`;
}

/** `one: { expect: … }` as an item with a name; null if the map is itself an item. */
export function caseOf({ key, value }: YamlEntry, map: YamlMap): string | null {
  if (OWN_KEYS.some((own) => map.entries.has(own)) || value.kind !== 'map') return null;
  const text = writeNode(value);
  return text === null ? null : `{ name: ${key.value}, ${text.slice(2)}`;
}

/** Rows from a map of values, or of lists of them; null if they cannot be shown. */
export function rowsOf(node: YamlNode): string | null {
  if (node.kind !== 'map') return null;
  const columns = [...node.entries.values()];
  const lengths = new Set(columns.map(({ value }) => (value.kind === 'list' ? value.items.length : null)));
  const [length] = lengths;
  if (lengths.size !== 1 || length === null || length === undefined) return writeNode(node);
  const rows = Array.from({ length }, (_, i) =>
    columns.map(
      ({ key, value }) =>
        `${key.value}: ${writeNode(value.kind === 'list' ? value.items[i]! : value) ?? '…'}`,
    ),
  );
  return rows.map((row) => `{ ${row.join(', ')} }`).join(', ');
}

export function obligationOf(node: YamlNode): string | null {
  const text = writeNode(node);
  if (text === null || node.kind === 'list' || node.kind === 'broken') return null;
  return node.kind === 'map' ? text : `{ type: ${text} }`;
}

/** An element of `under`. */
export function templateOf(node: YamlNode): string | null {
  const text = writeNode(node);
  if (text === null || node.kind === 'list' || node.kind === 'broken') return null;
  return node.kind === 'map' ? text : `{ add: ${text} }`;
}
