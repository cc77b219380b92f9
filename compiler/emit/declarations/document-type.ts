/** The type of the documents that a ruleset takes, as far as its rules name their members. */
import type { DocumentPart, DocumentParts } from '../../document-parts.ts';
import type { Selector } from '../../language/input/input-path.ts';
import type { Slot } from '../../ruleset.ts';
import { code, joined, literal, type Code } from '../typescript/code/code.ts';

/** A place of the document. */
interface DocumentNode {
  readonly members: Map<string, DocumentNode>;
  /** Item of a list or map that rules iterate over. */
  item: DocumentNode | null;
  kind: 'list' | 'map' | null;
  /** `null` if nothing says it. */
  type: Code | null;
  isRequired: boolean;
}

const nodeOf = (): DocumentNode => ({
  members: new Map(),
  item: null,
  kind: null,
  type: null,
  isRequired: false,
});

/** @param typeOf type of what a slot takes */
export function documentType(parts: DocumentParts, typeOf: (slot: Slot) => Code): Code {
  const root = nodeOf();
  for (const part of parts.values()) addPart(root, part, typeOf);
  return typeText(root);
}

function addPart(root: DocumentNode, part: DocumentPart, typeOf: (slot: Slot) => Code): void {
  const { template, levels, slots, shapes, required } = part;
  let at = root;
  for (const [level, steps] of levels.entries()) at = below(level === 0 ? at : itemOf(at), steps);
  const isRoot = at === root;
  for (const slot of template.slots) {
    const { kind, keys } = slots.get(slot.name) ?? { kind: 'key', keys: [] };
    if (kind === 'key' || kind === 'kind') continue;
    const node = below(at, keys);
    if (kind === 'text') {
      if (slot.name === 'value' && slots.has('kind')) node.type ??= singleType(slot);
      continue;
    }
    node.type = typeOf(slot);
    // A member of an item, or of an object that may be missing, is demanded where that is present.
    if (slot.required && slot.default === null && keys.length > 0) require(at, keys, isRoot);
  }
  for (const keys of required) require(at, keys, true);
  for (const { keys, kind } of shapes) if (kind !== 'object') below(at, keys).kind = kind;
}

const singleType = ({ list }: Slot): Code =>
  list ? code`readonly (string | number | boolean)[]` : code`string | number | boolean`;

function itemOf(node: DocumentNode): DocumentNode {
  return (node.item ??= nodeOf());
}

function below(node: DocumentNode, keys: readonly Selector[]): DocumentNode {
  let at = node;
  for (const key of keys) {
    if (typeof key === 'number') at = itemOf(at);
    else {
      const known = at.members.get(key) ?? nodeOf();
      at.members.set(key, known);
      at = known;
    }
  }
  return at;
}

/** @param isWhole the objects on the way are required, too */
function require(node: DocumentNode, keys: readonly Selector[], isWhole: boolean): void {
  for (const [i] of keys.entries())
    if (isWhole || i === keys.length - 1) below(node, keys.slice(0, i + 1)).isRequired = true;
}

function typeText({ members, item, kind, type }: DocumentNode): Code {
  if (item !== null) {
    const items = typeText(item);
    const list = code`readonly (${items})[]`;
    const map = code`{ readonly [key: string]: ${items} }`;
    if (kind !== null) return kind === 'list' ? list : map;
    return code`${list} | ${map}`;
  }
  if (members.size === 0) return type ?? code`unknown`;
  const own = [...members].map(
    ([name, node]) =>
      code`readonly ${literal(name)}${node.isRequired ? code`` : code`?`}: ${typeText(node)}; `,
  );
  return code`{ ${joined(own, '')}readonly [member: string]: unknown }`;
}
