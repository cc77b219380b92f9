/** One item, or a map of names, where the language takes a list. */
import { isDeclarationFile } from './data-file-names.ts';
import { formOf, type ItemForm } from './list-forms.ts';
import { writeNode } from './write-node.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml-node.ts';

/** A list of a format of its own. */
export interface ListForm {
  /** Returns the item that a value means; null if unknown. */
  readonly item: (value: YamlNode) => string | null;
  /** Returns the item that a name and its value mean in a map; null if the map is itself an item. */
  readonly named: (entry: YamlEntry, map: YamlMap) => string | null;
  /** An item as the documentation writes one. */
  readonly example: string;
  /** True for values of another kind that the key takes, too (default: none). */
  readonly isOther?: (value: YamlNode) => boolean;
}

/** The list that was meant, as YAML in a line; null if the value is one. */
export function listOf(form: ListForm, value: YamlNode): string | null {
  if (value.kind === 'list' || value.kind === 'broken' || form.isOther?.(value) === true) return null;
  const named =
    value.kind === 'map' ? [...value.entries.values()].map((one) => form.named(one, value)) : [null];
  const items = named.includes(null) ? [form.item(value)] : named;
  return `[${items.every((item) => item !== null) ? items.join(', ') : form.example}]`;
}

/** Keys of `when` whose value is a list of its entries. */
const OF_ENTRIES: ReadonlySet<string> = new Set(['not', 'exists', 'any', 'must', 'count']);
/** Here `any` lists paths. */
const OF_PATHS = '`each`';
/** Keys that take a map of names, too. */
const MAPS: ReadonlySet<string> = new Set([
  'templates',
  'slots',
  'rules',
  'tables',
  'modules',
  'relations',
  'hierarchies',
  'columns',
  'input',
]);

/** True for a map that is one item of the list, and not a map of names to items. */
function isOneItem(map: YamlMap, form: ItemForm): boolean {
  const name = map.entries.get(form.key)?.value;
  return name?.kind === 'scalar' && form.inner !== null && map.entries.get(form.inner)?.value.kind === 'list';
}

function takesEntries(owner: string, key: string): boolean {
  return (OF_ENTRIES.has(key) && owner !== OF_PATHS) || (key === 'from' && owner === 'an aggregate');
}

/** Item key for a value written directly, by the key that takes the list. */
const VALUE_KEYS: Readonly<Record<string, string>> = { slots: 'type', conditions: 'expression' };

/** The list that was meant, as YAML in a line; null if the key takes no list there or has one. */
export function meantList(owner: string, { key, value }: YamlEntry): string | null {
  const form = formOf(owner, takesEntries(owner, key.value) ? 'when' : key.value);
  if (form === null || value.kind === 'list' || value.kind === 'broken') return null;
  if (value.kind === 'map' && MAPS.has(key.value) && !isOneItem(value, form)) return null;
  if (key.value === 'input' && value.kind === 'scalar' && isDeclarationFile(value.scalar.text)) return null;
  const items = value.kind === 'map' ? itemsOf(value, form, key.value) : [itemOf(value, form)];
  const list = `[${items.every((item) => item !== null) ? items.join(', ') : form.example}]`;
  return key.value === 'any' && owner !== OF_PATHS ? `[${list}]` : list;
}

function itemOf(value: YamlNode, form: ItemForm): string | null {
  if (form.other === null) return null;
  const text = writeNode(value);
  if (text === null || form.other === '' || form.other === 'name') return form.other === '' ? text : null;
  return form.other === 'template' || form.other === 'type' ? `{ ${form.other}: ${text} }` : null;
}

function itemsOf(map: YamlMap, form: ItemForm, key: string): readonly (string | null)[] {
  if (form.key === '') return [null];
  const text = writeNode(map);
  if (map.entries.has(form.key) || [...OF_ENTRIES, 'forall', 'test'].some((known) => map.entries.has(known)))
    return [text];
  return [...map.entries.values()].map((entry) => namedItem(entry, form, key));
}

/** `rows: integer` below `slots` is `{ name: rows, type: integer }`. */
function namedItem({ key: name, value }: YamlEntry, form: ItemForm, key: string): string | null {
  if (form.other === null) return null;
  const head = `${form.other}: ${name.value}`;
  const valueKey = VALUE_KEYS[key];
  const text = writeNode(value);
  if (text === null) return null;
  if (value.kind !== 'map') return valueKey === undefined ? null : `{ ${head}, ${valueKey}: ${text} }`;
  if (form.inner !== null && !value.entries.has(form.inner)) {
    const inner = form.inner === 'properties' || key === 'assert' || key === 'modify' ? text : null;
    const list = inner ?? meantList('', { key: { ...name, value: form.inner }, value });
    return list === null ? null : `{ ${head}, ${form.inner}: ${list} }`;
  }
  return `{ ${head}, ${text.slice(2, -2)} }`;
}

/** The list of cells that was meant by a row that is not one, as YAML in a line. */
export function meantRow(row: YamlNode): string {
  const cells = row.kind === 'map' ? [...row.entries.values()].map(({ value }) => value) : [row];
  return `[${cells.map((cell) => writeNode(cell) ?? '…').join(', ')}]`;
}
