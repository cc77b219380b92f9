/** Names of the hidden templates and slots that lowering refers to; each is made when it is first needed. */
import type { ShortLiteral } from '../../short-tree.ts';
import { baseOf, uniqueName, type Documents } from './documents.ts';
import { nameOf, slotFor } from './names.ts';
import type { DocumentSlot, ListNode, PathNode } from './nodes.ts';

/** Text of a path that leads to nothing. */
const MISSING = '(missing)';

/** The template of which a fact exists if the path leads to something. */
export function presentTemplate(documents: Documents, node: PathNode): string {
  const suffix = node.isInferred ? '-present' : node.keys.length === 0 && node.union === null ? '-value' : '';
  return (node.presentTemplate ??= uniqueName(documents, baseOf(node) + suffix));
}

/** The template that holds the value; of an inferred type, only a value of that type. */
export function valueTemplate(documents: Documents, node: PathNode): string {
  if (node.valueTemplate !== null) return node.valueTemplate;
  const name = node.isInferred
    ? uniqueName(documents, baseOf(node) + (node.keys.length === 0 ? '-value' : ''))
    : presentTemplate(documents, node);
  node.valueTemplate = name;
  return name;
}

/** True for the name of a template that only the compiler declares: the document's, or that of a path or list. */
export function isHiddenName({ isUsed, paths, lists }: Documents, name: string): boolean {
  if (!isUsed) return false;
  if (name === 'input' || [...lists.values()].some(({ template }) => template === name)) return true;
  return [...paths.values()].some((node) => [baseOf(node), `${baseOf(node)}-present`].includes(name));
}

const slotsOf = (documents: Documents, owner: ListNode | null): Map<string, DocumentSlot> =>
  owner === null ? documents.slots : owner.slots;

/** The slot for a path in a text; `initial` is the literal of `??`. */
export function textSlot(documents: Documents, node: PathNode, initial: ShortLiteral | null): string {
  const text = initial === null ? defaultText(node) : textOf(initial);
  return slotFor(slotsOf(documents, node.owner), `text ${node.id} ${text}`, `${nameOf(node.keys)}-text`, {
    keys: node.keys,
    holds: 'text',
    node,
    initial: text,
  }).name;
}

function defaultText(node: PathNode): string {
  const declared = node.shape.kind === 'single' ? node.shape.slot.default : null;
  return declared === null || !('text' in declared.value) ? MISSING : declared.value.text;
}

function textOf(literal: ShortLiteral): string {
  if (literal.kind === 'text') return literal.value;
  return literal.kind === 'boolean' ? String(literal.value) : literal.text;
}

/** The slot for the value of a path that is never missing. */
export function valueSlot(documents: Documents, node: PathNode): string {
  return slotFor(slotsOf(documents, node.owner), `value ${node.id}`, nameOf(node.keys), {
    keys: node.keys,
    holds: node.isList ? 'list' : 'value',
    node,
    initial: null,
  }).name;
}

/** The slot for `path ?? literal` as a value. */
export function defaultSlot(documents: Documents, node: PathNode, literal: ShortLiteral): string {
  const initial = initialOf(literal);
  const purpose = `default ${node.id} ${JSON.stringify(initial)}`;
  return slotFor(slotsOf(documents, node.owner), purpose, nameOf(node.keys), {
    keys: node.keys,
    holds: 'value',
    node,
    initial,
  }).name;
}

function initialOf(literal: ShortLiteral): string | number | boolean {
  if (literal.kind === 'text' || literal.kind === 'boolean') return literal.value;
  return literal.kind === 'number' ? Number(literal.text) : literal.text;
}
