import { closestName } from '../../diagnostics/suggest.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { ShapeSyntax } from '../../short-syntax.ts';
import { findDeclared, type Declared } from './declared.ts';
import { keysText, nameOf, untaken } from './names.ts';
import type { DocumentSlot, Key, ListNode, PathNode } from './nodes.ts';
import { typeVariable } from './type-variable.ts';

/** Paths of the document that the rules of a ruleset may name. */
export const MOST_PATHS = 1_000;
/** Lists within lists that `for` and quantifiers may go through. */
export const MOST_LEVELS = 8;

/** The document as the rules of a ruleset use it; grows while they are read. */
export interface Documents {
  readonly shape: ShapeSyntax;
  readonly isDeclared: boolean;
  /** Names of templates, hidden ones included. */
  readonly names: Set<string>;
  readonly paths: Map<string, PathNode>;
  readonly lists: Map<string, ListNode>;
  /** In the order of first mention. */
  readonly order: (PathNode | ListNode)[];
  /** Slots of the template `input`. */
  readonly slots: Map<string, DocumentSlot>;
  /** A rule mentions the document. */
  isUsed: boolean;
  /** It has more paths than a ruleset may name, which is reported. */
  isFull: boolean;
}

/** `shape`: what is declared, `null` if nothing is. */
export function createDocuments(shape: ShapeSyntax | null, templates: Iterable<string>): Documents {
  const any: ShapeSyntax = { kind: 'any', at: { file: '', start: 0, end: 0 } };
  return {
    shape: shape ?? any,
    isDeclared: shape !== null,
    names: new Set([...templates, 'input']),
    paths: new Map(),
    lists: new Map(),
    order: [],
    slots: new Map(),
    isUsed: false,
    isFull: false,
  };
}

/** The node of a path; null, reported, if the declaration rules it out. */
export function pathNode(
  documents: Documents,
  owner: ListNode | null,
  keys: readonly Key[],
  at: Span,
  report: Report,
): PathNode | null {
  const id = idOf(owner, keys);
  const known = documents.paths.get(id);
  if (known !== undefined) return known;
  documents.isUsed = true;
  if (documents.paths.size >= MOST_PATHS) {
    if (!documents.isFull) report.add('short-paths', at, { limit: MOST_PATHS });
    documents.isFull = true;
    return null;
  }
  const shown = shownOf(owner, keys);
  const declared = declaredAt(documents, owner, keys, shown, at, report);
  if (declared === null) return null;
  const node = createNode(id, owner, keys, shown, at, declared);
  documents.paths.set(id, node);
  documents.order.push(node);
  return node;
}

function declaredAt(
  documents: Documents,
  owner: ListNode | null,
  keys: readonly Key[],
  shown: string,
  at: Span,
  report: Report,
): Declared | null {
  const declared = findDeclared(owner?.item ?? documents.shape, keys);
  if (!('problem' in declared)) return declared;
  if (declared.problem === 'list')
    report.add('short-path', at, { problem: listProblem(shown, declared.key) });
  else {
    const suggestion = declared.problem === 'unknown' ? closestName(declared.key, declared.known) : null;
    report.add('short-input-path', at, { path: shown }, suggestion);
  }
  return null;
}

export const listProblem = (list: string, key: string): string =>
  `\`${list}\` is a list: go through it with \`for\` or \`exists(x in …, …)\` (of a map, write \`["${key}"]\`)`;

function createNode(
  id: string,
  owner: ListNode | null,
  keys: readonly Key[],
  shown: string,
  at: Span,
  { shape, isRequired, isBelowObjects, isChain }: Declared,
): PathNode {
  const ofItems = shape.kind === 'list' && shape.item.kind === 'single' ? shape.item.slot : null;
  const declared = shape.kind === 'single' ? shape.slot : ofItems;
  const hasDefault = shape.kind === 'single' && shape.slot.default !== null;
  const isEmptyWhenMissing = (shape.kind === 'list' || shape.kind === 'map') && !isRequired;
  // An item that is gone through exists.
  const isPresent = keys.length === 0 || (isBelowObjects && ((isChain && isRequired) || hasDefault));
  const isDefinite =
    keys.length > 0 &&
    ((shape.kind === 'single' && isPresent) || (ofItems !== null && (isPresent || isEmptyWhenMissing)));
  return {
    kind: 'path',
    id,
    owner,
    keys,
    shown,
    at,
    type: typeVariable({ isOpen: true, hard: declared?.type.value ?? null, at: declared?.type.at ?? null }),
    shape,
    declared,
    isInferred: declared === null,
    isPresent,
    isDefinite,
    isEmptyWhenMissing,
    isList: declared === null ? null : ofItems !== null,
    hasValues: false,
    dotted: new Set(),
    presentTemplate: null,
    valueTemplate: null,
    demands: new Map(),
  };
}

/** The node of the items of a list or map; null, reported, if the declaration says it is neither. */
export function listNode(
  documents: Documents,
  owner: ListNode | null,
  keys: readonly Key[],
  at: Span,
  report: Report,
): ListNode | null {
  const id = `${idOf(owner, keys)}[*]`;
  const known = documents.lists.get(id);
  if (known !== undefined) return known;
  const path = pathNode(documents, owner, keys, at, report);
  if (path === null) return null;
  const { shape } = path;
  if (owner !== null && owner.depth + 1 === MOST_LEVELS) {
    report.add('short-levels', at, { path: path.shown, limit: MOST_LEVELS });
    return null;
  }
  if (shape.kind === 'object' || shape.kind === 'single') {
    report.add('short-binder', at, { text: path.shown });
    return null;
  }
  const list: ListNode = {
    kind: 'items',
    id,
    owner,
    keys,
    path,
    item: shape.kind === 'any' ? shape : shape.item,
    template: uniqueName(documents, `${baseOf(path)}-item`),
    isDefinite: path.isPresent || path.isEmptyWhenMissing,
    depth: owner === null ? 0 : owner.depth + 1,
    slots: new Map(),
  };
  documents.lists.set(id, list);
  documents.order.push(list);
  return list;
}

const idOf = (owner: ListNode | null, keys: readonly Key[]): string =>
  `${owner === null ? '$' : `${owner.id}@`}${keysText(keys)}`;

const shownOf = (owner: ListNode | null, keys: readonly Key[]): string =>
  `${owner === null ? 'input' : owner.path.shown + '[*]'}${keysText(keys)}`;

export function uniqueName(documents: Documents, base: string): string {
  const name = untaken(base, (candidate) => documents.names.has(candidate));
  documents.names.add(name);
  return name;
}

/** The name of a path below that of its owner. */
export function baseOf({ owner, keys }: PathNode): string {
  const above = owner === null ? 'input' : owner.template;
  return keys.length === 0 ? above : `${above}-${nameOf(keys)}`;
}

/** Reports members after a dot of what is gone through or indexed as a list elsewhere. */
export function checkLists(documents: Documents, report: Report): void {
  for (const node of documents.paths.values()) {
    const place = [...node.dotted].find((i) => i > 0 && isIndexed(documents, node, i));
    if (place === undefined) continue;
    const list = shownOf(node.owner, node.keys.slice(0, place));
    report.add('short-path', node.at, { problem: listProblem(list, String(node.keys[place])) });
  }
}

/** True if the part of the path before a step is a list elsewhere. */
function isIndexed(documents: Documents, node: PathNode, step: number): boolean {
  const before = node.keys.slice(0, step);
  const list = documents.lists.get(`${idOf(node.owner, before)}[*]`);
  if (list !== undefined && list.path.shape.kind !== 'map') return true;
  return [...documents.paths.values()].some(
    (other) =>
      other.owner === node.owner &&
      typeof other.keys[step] === 'number' &&
      before.every((key, i) => other.keys[i] === key),
  );
}
