/** One item, or a map of names, where the language takes a list. */
import { writeNode } from './write-node.ts';
import type { YamlEntry, YamlMap, YamlNode } from './yaml-node.ts';

/** A list of a format of its own. */
export interface ListForm {
  /** The item that a value stands for; null if that is not known. */
  readonly item: (value: YamlNode) => string | null;
  /** The item that a name and its value stand for, in a map of them; null if the map is an item. */
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

interface ItemForm {
  /** A map with this key is an item. */
  readonly key: string;
  /** Key of an item that a value which is no map, or a name of a map, stands for. */
  readonly other: string;
  /** List of the item that a map without a known key stands for. */
  readonly inner: string | null;
  /** An item as README.md writes one. */
  readonly example: string;
}

/** By the key that takes the list. */
const FORMS: ReadonlyMap<string, ItemForm> = new Map<string, ItemForm>([
  [
    'templates',
    {
      key: 'name',
      other: 'name',
      inner: 'slots',
      example: '{ name: call, slots: [{ name: tool, type: symbol }] }',
    },
  ],
  ['slots', { key: 'name', other: 'name', inner: null, example: '{ name: tool, type: symbol }' }],
  [
    'rules',
    {
      key: 'name',
      other: 'name',
      inner: null,
      example: '{ name: read, when: [{ template: call }], then: { action: allow } }',
    },
  ],
  [
    'when',
    { key: 'template', other: 'template', inner: 'conditions', example: '{ template: call, alias: $call }' },
  ],
  [
    'conditions',
    { key: 'slot', other: 'slot', inner: null, example: '{ slot: tool, expression: equals(read_file) }' },
  ],
  [
    'obligations',
    {
      key: 'type',
      other: 'type',
      inner: 'properties',
      example: '{ type: mask, properties: { fields: [ssn] } }',
    },
  ],
  [
    'assert',
    {
      key: 'template',
      other: 'template',
      inner: 'slots',
      example: '{ template: flag, slots: { name: seen } }',
    },
  ],
  [
    'modify',
    { key: 'fact', other: 'fact', inner: 'slots', example: '{ fact: $call, slots: { state: seen } }' },
  ],
  ['retract', { key: '', other: '', inner: null, example: '$call' }],
  ['notify', { key: '', other: '', inner: null, example: 'security' }],
  ['modules', { key: 'name', other: 'name', inner: null, example: '{ name: checks, priority: 10 }' }],
  [
    'input',
    {
      key: 'template',
      other: 'template',
      inner: 'slots',
      example: '{ template: call, slots: { tool: $.tool } }',
    },
  ],
]);

/** Keys of `when` whose value is a list of its entries. */
const OF_ENTRIES: ReadonlySet<string> = new Set(['not', 'exists', 'any', 'must', 'count']);
/** Shapes of rulesets: graphs have keys of the same names. */
const OWNERS: ReadonlySet<string> = new Set([
  '',
  'a ruleset',
  'a template',
  'a rule',
  'a table',
  'an entry of `when`',
  'a pattern',
  '`forall`',
  'an aggregate',
  '`then`',
]);

/** Keys that take a map of names, too. */
const MAPS: ReadonlySet<string> = new Set(['templates', 'slots', 'rules', 'modules', 'input']);

/** True for a map that is one item of the list, and not a map of names to items. */
function isOneItem(map: YamlMap, form: ItemForm): boolean {
  const name = map.entries.get(form.key)?.value;
  return name?.kind === 'scalar' && form.inner !== null && map.entries.get(form.inner)?.value.kind === 'list';
}

function takesEntries(owner: string, key: string): boolean {
  return OF_ENTRIES.has(key) || (key === 'from' && owner === 'an aggregate');
}

/** What an item that stands for another key's value becomes, by that key. */
const VALUE_KEYS: Readonly<Record<string, string>> = { slots: 'type', conditions: 'expression' };

/** The list that was meant, as YAML in a line; null if the key takes no list there or has one. */
export function meantList(owner: string, { key, value }: YamlEntry): string | null {
  const form = FORMS.get(takesEntries(owner, key.value) ? 'when' : key.value);
  if (!OWNERS.has(owner) || form === undefined || value.kind === 'list' || value.kind === 'broken')
    return null;
  if (value.kind === 'map' && MAPS.has(key.value) && !isOneItem(value, form)) return null;
  const items = value.kind === 'map' ? itemsOf(value, form, key.value) : [itemOf(value, form)];
  const list = `[${items.every((item) => item !== null) ? items.join(', ') : form.example}]`;
  return key.value === 'any' ? `[${list}]` : list;
}

function itemOf(value: YamlNode, form: ItemForm): string | null {
  const text = writeNode(value);
  if (text === null || form.other === '' || form.other === 'name') return form.other === '' ? text : null;
  return form.other === 'template' || form.other === 'fact' || form.other === 'type'
    ? `{ ${form.other}: ${text} }`
    : null;
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
