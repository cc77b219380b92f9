import { closestName } from '../../diagnostics/suggest.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { ShapeSyntax } from '../../short-syntax.ts';
import { isShellStep } from '../../../runtime/values/shell-step.ts';
import { findDeclared, type Declared } from './declared.ts';
import { nameOf, unionText, untaken } from './names.ts';
import type { DocumentSlot, Key, ListNode, PathNode, Union } from './nodes.ts';
import { joinLists } from './join-shapes.ts';
import { typeVariable } from './type-variable.ts';

/** Paths of the document that the rules of a ruleset may name. */
const MOST_PATHS = 1_000;
/** Lists within lists that `for` and quantifiers may go through. */
const MOST_LEVELS = 8;

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
  union: Union = null,
): PathNode | null {
  const id = idOf(owner, keys, union);
  const known = documents.paths.get(id);
  if (known !== undefined) return known;
  documents.isUsed = true;
  if (documents.paths.size >= MOST_PATHS) {
    if (!documents.isFull) report.add('short-paths', at, { limit: MOST_PATHS });
    documents.isFull = true;
    return null;
  }
  const shown = shownOf(owner, keys, union);
  const declared =
    union === null
      ? declaredAt(documents, owner, keys, shown, at, report)
      : declaredUnion(documents, owner, keys, union, at, report);
  if (declared === null) return null;
  const node = createNode(id, owner, keys, shown, at, declared, union);
  documents.paths.set(id, node);
  documents.order.push(node);
  return node;
}

/** The node of the text of a path, of whatever kind its value is; of a declared one, the path itself. */
export function textNode(documents: Documents, node: PathNode): PathNode {
  const isFloat = node.declared?.type.value === 'float' && node.declared.default === null;
  if (node.declared !== null && !isFloat) return node;
  const id = `${node.id} text`;
  const known = documents.paths.get(id);
  if (known !== undefined) return known;
  const made: PathNode = {
    ...node,
    id,
    type: typeVariable({ isOpen: true }),
    shape: { kind: 'any', at: node.shape.at },
    declared: null,
    isInferred: true,
    isDefinite: false,
    isEmptyWhenMissing: false,
    isList: false,
    hasValues: false,
    dotted: new Set(),
    presentTemplate: null,
    valueTemplate: null,
    demands: new Map(),
  };
  documents.paths.set(id, made);
  documents.order.push(made);
  return made;
}

/** The node of a path below the entry of a key, which may be missing. */
export function entryNode(documents: Documents, node: PathNode): PathNode {
  const id = `${node.id} entry`;
  const known = documents.paths.get(id);
  if (known !== undefined) return known;
  const made: PathNode = {
    ...node,
    id,
    isPresent: false,
    isDefinite: false,
    isEmptyWhenMissing: false,
    dotted: new Set(),
    presentTemplate: null,
    valueTemplate: null,
    demands: new Map(),
  };
  documents.paths.set(id, made);
  documents.order.push(made);
  return made;
}

/** The list below the entry of a key, which may be missing. Its items are those of the list. */
export const entryList = (documents: Documents, list: ListNode): ListNode => ({
  ...list,
  path: entryNode(documents, list.path),
  isDefinite: false,
});

function declaredAt(
  documents: Documents,
  owner: ListNode | null,
  keys: readonly Key[],
  shown: string,
  at: Span,
  report: Report,
): Declared | null {
  const declared = findDeclared(owner?.item ?? documents.shape, keys, owner?.hasUnknown !== true);
  if (!('problem' in declared)) return declared;
  if (declared.problem === 'list')
    report.add('short-path', at, { problem: listProblem(shown, declared.key) });
  else {
    const suggestion = declared.problem === 'unknown' ? closestName(declared.key, declared.known) : null;
    report.add('short-input-path', at, { path: shown }, suggestion);
  }
  return null;
}

/** The lists of a union as one, which is missing only if all of them are. */
function declaredUnion(
  documents: Documents,
  owner: ListNode | null,
  keys: readonly Key[],
  union: readonly string[],
  at: Span,
  report: Report,
): Declared | null {
  const lists = union.map((name) => {
    const own = [...keys, name];
    return declaredAt(documents, owner, own, shownOf(owner, own), at, report);
  });
  const known = lists.filter((list) => list !== null);
  return known.length < lists.length ? null : joinLists(known);
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
  union: Union,
): PathNode {
  const ofItems = shape.kind === 'list' && shape.item.kind === 'single' ? shape.item.slot : null;
  const declared = shape.kind === 'single' ? shape.slot : ofItems;
  const hasDefault = shape.kind === 'single' && shape.slot.default !== null;
  const isEmptyWhenMissing = (shape.kind === 'list' || shape.kind === 'map') && !isRequired;
  // An item that is gone through exists.
  const isPresent =
    (keys.length === 0 && union === null) || (isBelowObjects && ((isChain && isRequired) || hasDefault));
  const isDefinite =
    keys.length > 0 &&
    ((shape.kind === 'single' && isPresent) || (ofItems !== null && (isPresent || isEmptyWhenMissing)));
  return {
    kind: 'path',
    id,
    owner,
    keys,
    union,
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
  union: Union = null,
): ListNode | null {
  const id = `${idOf(owner, keys, union)}[*]`;
  const known = documents.lists.get(id);
  if (known !== undefined) return known;
  const path = pathNode(documents, owner, keys, at, report, union);
  if (path === null) return null;
  const { shape } = path;
  const depth = (owner === null ? -1 : owner.depth) + (union === null ? 1 : 2);
  if (depth >= MOST_LEVELS) {
    report.add('short-levels', at, { path: path.shown, limit: MOST_LEVELS });
    return null;
  }
  if (shape.kind === 'object' || shape.kind === 'single') {
    report.add('short-binder', at, { text: path.shown });
    return null;
  }
  const last = keys.at(-1);
  const hasUnknown = isShellStep(last) && last.whenUnknown === 'item';
  const list: ListNode = {
    kind: 'items',
    id,
    owner,
    keys,
    union,
    path,
    item: shape.kind === 'any' ? shape : shape.item,
    template: uniqueName(documents, `${baseOf(path)}-item`),
    isDefinite: path.isPresent || path.isEmptyWhenMissing || hasUnknown,
    isShell: isShellStep(last),
    dynamic: null,
    allArgs: null,
    hasUnknown,
    depth,
    slots: new Map(),
  };
  documents.lists.set(id, list);
  documents.order.push(list);
  if (list.isShell) {
    list.dynamic = pathNode(documents, list, ['dynamic'], at, report);
    list.allArgs = pathNode(documents, list, ['allArgs'], at, report);
  }
  return list;
}

export const idOf = (owner: ListNode | null, keys: readonly Key[], union: Union = null): string =>
  `${owner === null ? '$' : `${owner.id}@`}${unionText(keys, union)}`;

export function shownOf(owner: ListNode | null, keys: readonly Key[], union: Union = null): string {
  if (isShellStep(keys.at(-1))) return `shell(${shownOf(owner, keys.slice(0, -1))})`;
  return `${owner === null ? 'input' : owner.path.shown + '[*]'}${unionText(keys, union)}`;
}

export function uniqueName(documents: Documents, base: string): string {
  const name = untaken(base, (candidate) => documents.names.has(candidate));
  documents.names.add(name);
  return name;
}

/** The name of a path below that of its owner. */
export function baseOf({ owner, keys: own, union }: PathNode): string {
  const above = owner === null ? 'input' : owner.template;
  const keys = union === null ? own : [...own, ...union];
  return keys.length === 0 ? above : `${above}-${nameOf(keys)}`;
}
