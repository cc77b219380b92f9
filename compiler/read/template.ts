import type { Located, ScalarValue, SlotSyntax, TemplateSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import {
  isNothing,
  optional,
  readDescription,
  readFlag,
  readInteger,
  readList,
  readMap,
  readScalar,
  readText,
  required,
  type Shape,
} from './fields.ts';
import { emptyMap, mapOf, readNamed, withName } from './named-entries.ts';
import { readDeclaredName } from './names.ts';
import { readSlotMap } from './short/slots.ts';
import { reportNothingWord } from './nothing-word.ts';
import { checkStraySigns } from './stray-signs.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

/** `ttl` is known so that it gets its own message. */
export const TEMPLATE: Shape = {
  owner: 'a template',
  keys: ['name', 'description', 'scope', 'from', 'at_most', 'slots', 'ttl'],
};

/** Three words for the same thing. */
export const ALLOWED = ['allowed_values', 'allowed_symbols', 'allowed_strings'];
/** More items than this are refused whatever a slot says: one fact holds them all. */
const MOST_ITEMS = 1_000_000;
export const SLOT: Shape = {
  owner: 'a slot',
  keys: ['name', 'type', 'list', 'max_items', 'required', 'sensitive', 'default', ...ALLOWED],
};

function readTemplate(node: YamlNode, context: ReadContext): TemplateSyntax | null {
  const map = readMap(node, TEMPLATE, context);
  if (map === null) return null;
  const ttl = map.entries.get('ttl');
  if (ttl !== undefined) context.report.add('template-ttl', ttl.key.at);
  const name = readDeclaredName(required(map, 'name', TEMPLATE, context), context);
  const description = readDescription(map, context);
  const scope = readText(optional(map, 'scope'), context);
  const from = readText(optional(map, 'from'), context);
  const atMost = readInteger(optional(map, 'at_most'), 1, MOST_ITEMS, context);
  const slots = readSlots(required(map, 'slots', TEMPLATE, context), context);
  return name && { name, description, scope, from, atMost, slots, at: map.at };
}

/** `templates:`, a list, or a map of names to slots or to the keys of a template. */
export function readTemplates(node: YamlNode, context: ReadContext): readonly TemplateSyntax[] {
  return readNamed(node, TEMPLATE.owner, context, readTemplate, ({ value }) => {
    // A slot named `slots` has a type, which is a text.
    const slots = value.kind === 'map' ? value.entries.get('slots')?.value : undefined;
    if (value.kind !== 'map' && !isNothing(value)) return value;
    return slots === undefined || slots.kind === 'scalar' ? slotsOnly(value) : value;
  });
}

/** The keys of a template of which only slots are written, none if it has none. */
function slotsOnly(value: YamlNode): YamlNode {
  const slots = isNothing(value) ? emptyMap(value.at) : value;
  return { kind: 'map', entries: mapOf('slots', slots).entries, at: value.at };
}

function readSlots(node: YamlNode | null, context: ReadContext): readonly SlotSyntax[] {
  if (node?.kind !== 'map') return readList(node, context, readSlot);
  return readSlotMap(node, context, (name, isRequired, map) => {
    const slot = readSlot(withName(map, name, SLOT.owner, context), context);
    return slot && { ...slot, required: isRequired || slot.required };
  });
}

function readSlot(node: YamlNode, context: ReadContext): SlotSyntax | null {
  const map = readMap(node, SLOT, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', SLOT, context), context);
  const type = readText(required(map, 'type', SLOT, context), context);
  const list = readFlag(optional(map, 'list'), context);
  const maxItems = readInteger(optional(map, 'max_items'), 0, MOST_ITEMS, context);
  const isRequired = readFlag(optional(map, 'required'), context);
  const sensitive = readFlag(optional(map, 'sensitive'), context);
  const initial = readDefault(optional(map, 'default'), context);
  const allowed = readAllowed(map, context);
  if (name === null || type === null) return null;
  const flags = { required: isRequired, sensitive };
  return { name, type, list, maxItems, ...flags, default: initial, allowed, at: map.at };
}

function readDefault(node: YamlNode | null, context: ReadContext): SlotSyntax['default'] {
  if (node?.kind === 'scalar' && node.style === 'plain')
    reportNothingWord(node.scalar.text, node.at, context.report);
  if (node?.kind !== 'list') return readLocatedScalar(node, context);
  return { value: readList(node, context, readLocatedScalar), at: node.at };
}

function readAllowed(map: YamlMap, context: ReadContext): SlotSyntax['allowed'] {
  const [key, another] = ALLOWED.filter((key) => optional(map, key) !== null);
  if (key === undefined) return null;
  if (another !== undefined) {
    const at = map.entries.get(another)?.key.at ?? map.at;
    context.report.add('conflicting-keys', at, { first: key, second: another });
  }
  const node = optional(map, key);
  const values = readList(node, context, readLocatedScalar);
  return node?.kind === 'list' ? { value: values, at: node.at } : null;
}

function readLocatedScalar(node: YamlNode | null, context: ReadContext): Located<ScalarValue> | null {
  const scalar = readScalar(node, context);
  if (scalar !== null) checkStraySigns(scalar, context);
  return scalar && { value: scalar.scalar, at: scalar.at };
}
