/** Making and moving YAML nodes. Comments stay with the node that they precede. */
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
  type Document,
  type Node,
} from 'yaml';
import { WIDTH } from './width.ts';
import { isVerbatim, type Plain } from './plain.ts';

/** Texts that YAML reads as something else: numbers, truth values, nothing. */
const AMBIGUOUS = /^(?:~|null|true|false|[-+]?\.?\d.*|[-+]?\.(?:inf|nan))?$/i;

/** A text, quoted if YAML would read it as something else. */
export function textNode(text: string): Scalar {
  const node = new Scalar(text);
  node.type = AMBIGUOUS.test(text) ? 'QUOTE_SINGLE' : 'PLAIN';
  return node;
}

/** A scalar that is written as it is. */
export function plainNode(text: string): Scalar {
  const node = new Scalar(text);
  node.type = 'PLAIN';
  return node;
}

export const pairOf = (key: string, value: Node): Pair<Scalar, Node> => new Pair(textNode(key), value);

export function mapNode(pairs: readonly Pair<Scalar, Node>[]): YAMLMap<Scalar, Node> {
  const map = new YAMLMap<Scalar, Node>();
  map.items.push(...pairs);
  return map;
}

export function listNode(items: readonly Node[]): YAMLSeq<Node> {
  const list = new YAMLSeq<Node>();
  list.items.push(...items);
  return list;
}

/** A value as a node. `column`: where it begins, for what fits on one line. */
export function nodeOf(value: Plain, column: number): Node {
  const node = rawNode(value);
  fold(node, column);
  return node;
}

function rawNode(value: Plain): Node {
  if (typeof value === 'string') return textNode(value);
  if (typeof value === 'number' || typeof value === 'boolean') return plainNode(String(value));
  if (isVerbatim(value)) return plainNode(value.text);
  if (isList(value)) return listNode(value.map(rawNode));
  return mapNode(Object.entries(value).map(([key, item]) => pairOf(key, rawNode(item))));
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

/** Writes each collection on one line if it fits. */
export function fold(node: Node, column: number): void {
  if (!isCollection(node)) return;
  if (column + lengthOf(node) <= WIDTH && !hasComments(node) && !hasBareText(node)) {
    visit(node, {
      Collection: (_, inner) => {
        inner.flow = true;
      },
    });
    return;
  }
  node.flow = false;
  if (isSeq(node)) for (const item of node.items) if (isNode(item)) fold(item, column + 2);
  if (isMap(node))
    for (const { key, value } of node.items)
      if (isNode(value)) fold(value, column + (isSeq(value) || isMap(value) ? 2 : 0) + keyLength(key, value));
}

/** True if a text that was written without quotes would need them on one line with others. */
function hasBareText(node: Node): boolean {
  let found = false;
  visit(node, {
    Scalar: (_, { type, range, value }) => {
      found ||= Boolean(range) && type === 'PLAIN' && /[,[\]{}]/.test(String(value));
    },
  });
  return found;
}

/** A flow collection begins behind its key. */
const keyLength = (key: unknown, value: Node): number =>
  isCollection(value) && isScalar(key) ? String(key.value).length : 0;

/** Characters of the node on one line. */
function lengthOf(node: unknown): number {
  if (isPair(node)) return lengthOf(node.key) + 2 + lengthOf(node.value);
  if (isMap(node)) return 4 + sum(node.items.map(lengthOf)) + 2 * Math.max(0, node.items.length - 1);
  if (isSeq(node)) return 2 + sum(node.items.map(lengthOf)) + 2 * Math.max(0, node.items.length - 1);
  if (!isScalar(node)) return 0;
  const text = String(node.value);
  return text.length + (node.type === 'PLAIN' && !/[,:#[\]{}"']/.test(text) ? 0 : 2);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** True if there is a comment in or behind the node; one before it does not count. */
export function hasComments(node: Node): boolean {
  let found = Boolean(node.comment);
  visit(node, {
    Node: (_, inner) => {
      found ||= Boolean(inner.comment) || (inner !== node && Boolean(inner.commentBefore));
    },
  });
  if (isCollection(node)) found ||= Boolean(node.commentBefore);
  return found;
}

/** True if the document names nodes, so that none can be moved. */
export function hasAnchors(document: Document): boolean {
  let found = false;
  visit(document, {
    Node: (_, node) => {
      found ||= isAlias(node) || ('anchor' in node && Boolean(node.anchor));
    },
  });
  return found;
}

/** Replaces every alias with a copy of its anchor's value. */
export function expandAliases(document: Document): void {
  visit(document, {
    Alias: (_, alias) => alias.resolve(document)?.clone() as Node | undefined,
  });
  visit(document, {
    Node: (_, node) => {
      if ('anchor' in node) delete node.anchor;
    },
  });
}

/** Moves the comments and empty lines before and behind one node to another. */
export function moveComments(from: Node, to: Node): void {
  if (from.commentBefore) to.commentBefore = joined(from.commentBefore, to.commentBefore);
  if (from.comment) to.comment = joined(from.comment, to.comment);
  if (from.spaceBefore) to.spaceBefore = true;
}

/** Adds the comments in a node that goes to those before another. */
export function keepComments(from: Node, to: Node): void {
  const comments: string[] = [];
  visit(from, {
    Node: (_, node) => {
      for (const comment of [node.commentBefore, node.comment]) if (comment) comments.push(comment);
    },
  });
  for (const comment of comments) to.commentBefore = joined(to.commentBefore, comment);
}

const joined = (first: string | null | undefined, second: string | null | undefined): string =>
  [first, second].filter(Boolean).join('\n');

export function pairsOf(map: YAMLMap): readonly Pair<Scalar, Node>[] {
  return map.items.filter(
    (pair): pair is Pair<Scalar, Node> => isScalar(pair.key) && (pair.value === null || isNode(pair.value)),
  );
}

export const findPair = (map: YAMLMap, key: string): Pair<Scalar, Node> | undefined =>
  pairsOf(map).find((pair) => pair.key.value === key);

export const valueAt = (map: YAMLMap, key: string): Node | null => findPair(map, key)?.value ?? null;

/** Text of a scalar; null for anything else. */
export const scalarText = (node: Node | null | undefined): string | null =>
  isScalar(node) ? String(node.value) : null;
