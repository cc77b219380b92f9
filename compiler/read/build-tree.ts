import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type Pair, type Scalar } from 'yaml';
import type { Span } from '../diagnostics/position.ts';
import { createAnchors, type Anchors, type Built } from './anchors.ts';
import { spanIn, type ReadContext } from './context.ts';
import { readScalarValue, scalarStyle } from './scalar.ts';
import type { YamlEntry, YamlNode } from './yaml-node.ts';

/** The element that was postponed if an empty text replaces it; null for any other text. */
type HeldElement = (at: Span) => Built | null;

interface TreeContext extends ReadContext {
  readonly anchors: Anchors;
  readonly held: HeldElement | null;
}

const CORE_TAG = 'tag:yaml.org,2002:';
const COLLECTION_TAGS = new Map([
  [`${CORE_TAG}map`, 'map'],
  [`${CORE_TAG}seq`, 'list'],
]);
const MERGE_KEY = '<<';

/** The contents of a well-formed document as plain data; null for an empty document. */
export function buildTree(
  document: Document.Parsed,
  context: ReadContext,
  held: HeldElement | null = null,
): YamlNode | null {
  if (document.contents === null) return null;
  return build(document.contents, 0, { ...context, anchors: createAnchors(context), held }).node;
}

/** A sign of HTML such as `&lt;`, which YAML reads as an anchor. */
const HTML_ENTITY = /^(?:lt|gt|le|ge|ne|amp|quot|apos|nbsp);/;

/** `level` collections enclose the node. The syntax tree is already shallow, so recursion is bounded. */
function build(node: Node, level: number, context: TreeContext): Built {
  const at = spanOfNode(node, context);
  if (isAlias(node)) return context.anchors.resolve(node.source, level, at);
  const { anchor } = node as { readonly anchor?: string };
  if (anchor !== undefined) {
    if (isScalar(node) && node.value === null && node.source === '')
      context.report.add('yaml-anchor-empty', at, { name: anchor });
    else if (HTML_ENTITY.test(anchor)) context.report.add('html-entity', at, { name: anchor });
    context.anchors.open(anchor);
  }
  const built = buildContent(node, level, at, context);
  if (anchor !== undefined) context.anchors.close(anchor, built);
  return built;
}

function buildContent(node: Node, level: number, at: Span, context: TreeContext): Built {
  const held = context.held !== null && isScalar(node) && node.value === '' ? context.held(at) : null;
  if (held !== null && level + held.depth > context.limits.depth) {
    context.report.add('nesting-too-deep', at, { limit: context.limits.depth });
  }
  if (held !== null) return held;
  if (isScalar(node)) return { node: buildScalar(node, at, context), size: 1, depth: 0 };
  if (isMap(node) && fitsTag(node.tag, 'map', at, context)) {
    return buildMap(node.items as readonly Pair<Node, Node | null>[], level + 1, at, context);
  }
  if (isSeq(node) && fitsTag(node.tag, 'list', at, context)) {
    return buildList(node.items as readonly Node[], level + 1, at, context);
  }
  return broken(at);
}

function buildScalar(node: Scalar, at: Span, context: TreeContext): YamlNode {
  const value = readScalarValue(node, at, context);
  if (value === null) return { kind: 'broken', at };
  return { kind: 'scalar', scalar: value, style: scalarStyle(node), at };
}

function buildList(items: readonly Node[], level: number, at: Span, context: TreeContext): Built {
  const built = items.map((item) => build(item, level, context));
  return collection({ kind: 'list', items: built.map((item) => item.node), at }, built);
}

function buildMap(
  pairs: readonly Pair<Node, Node | null>[],
  level: number,
  at: Span,
  context: TreeContext,
): Built {
  const entries = new Map<string, YamlEntry>();
  const values: Built[] = [];
  for (const pair of pairs) {
    const keyAt = spanOfNode(pair.key, context);
    const key = readKey(build(pair.key, level, context).node, keyAt, context);
    const value = pair.value === null ? absent(keyAt) : build(pair.value, level, context);
    if (key === null) continue;
    if (entries.has(key)) {
      context.report.add('duplicate-key', keyAt, { key });
      continue;
    }
    entries.set(key, { key: { value: key, at: keyAt }, value: value.node });
    values.push(value);
  }
  return collection({ kind: 'map', entries, at }, values);
}

function readKey(node: YamlNode, at: Span, context: ReadContext): string | null {
  if (node.kind === 'broken') return null;
  if (node.kind !== 'scalar' || node.scalar.kind === 'null') {
    context.report.add('yaml-key', at);
    return null;
  }
  if (node.scalar.text === MERGE_KEY && node.style === 'plain') {
    context.report.add('yaml-merge-key', at);
    return null;
  }
  return node.scalar.text;
}

function collection(node: YamlNode, parts: readonly Built[]): Built {
  let size = 1;
  let depth = 0;
  for (const part of parts) {
    size += part.size;
    depth = Math.max(depth, part.depth);
  }
  return { node, size, depth: depth + 1 };
}

function fitsTag(tag: string | undefined, kind: 'map' | 'list', at: Span, context: TreeContext): boolean {
  if (tag === undefined || COLLECTION_TAGS.get(tag) === kind) return true;
  context.report.add('yaml-tag', at, { tag });
  return false;
}

function absent(at: Span): Built {
  return {
    node: { kind: 'scalar', scalar: { kind: 'null', text: '' }, style: 'plain', at },
    size: 1,
    depth: 0,
  };
}

function broken(at: Span): Built {
  return { node: { kind: 'broken', at }, size: 1, depth: 0 };
}

function spanOfNode(node: Node, context: ReadContext): Span {
  const [start, end] = node.range ?? [0, 0];
  return spanIn(context, start, end);
}
