import type { ForSyntax, ShortLeftSyntax } from '../../short-syntax.ts';
import type { ReadContext } from '../context.ts';
import { expectMap, readSource } from '../fields.ts';
import { checkDeclared } from '../names.ts';
import type { YamlMap, YamlNode } from '../yaml-node.ts';
import { parseShort } from './parse.ts';
import type { PathTree, ShortExpression } from '../../short-tree.ts';

/** Keys of the left half. */
export const LEFT_KEYS = ['if', 'for', 'let'] as const;

/** The items of a list, or the value as the only one. */
export const itemsOf = (node: YamlNode): readonly YamlNode[] => (node.kind === 'list' ? node.items : [node]);

/** Reads `if`, `for` and `let`, of which at least one is written and none is empty. */
export function readLeftHalf(map: YamlMap, context: ReadContext): ShortLeftSyntax {
  const nodeOf = (key: string): YamlNode | null => map.entries.get(key)?.value ?? null;
  const condition = nodeOf('if');
  const names = nodeOf('for');
  return {
    for: names === null ? [] : readFor(names, context),
    let: readLet(nodeOf('let'), context),
    if: condition === null ? [] : itemsOf(condition).flatMap((item) => readExpression(item, context) ?? []),
    at: map.at,
  };
}

/** An expression of the short form; null if it is missing or invalid, which is reported. */
export function readExpression(node: YamlNode, context: ReadContext): ShortExpression | null {
  if (node.kind === 'scalar' && node.scalar.kind === 'boolean') {
    context.report.add('short-constant-condition', node.at);
    return null;
  }
  if (node.kind === 'scalar' && node.scalar.kind !== 'string') {
    const expected = 'a condition as a text';
    context.report.add('wrong-kind', node.at, { expected, found: `\`${node.scalar.text}\`` });
    return null;
  }
  const source = readSource(node, context);
  return source && parseShort(source, context.report);
}

/** A name, a list of names, or a map of names to what they go through. */
function readFor(node: YamlNode, context: ReadContext): readonly ForSyntax[] {
  if (node.kind === 'map') {
    return [...node.entries.values()].flatMap(({ key, value }): readonly ForSyntax[] => {
      const name = checkDeclared(key, context);
      const source = readPath(value, context);
      return name === null || source === null ? [] : [{ name, source, isNamed: true }];
    });
  }
  return itemsOf(node).flatMap((item): readonly ForSyntax[] => {
    const tree = readExpression(item, context);
    if (tree === null) return [];
    if (tree.kind !== 'path') return meantBinder(tree, context);
    if (tree.steps.length === 0 && tree.optional === null)
      return [{ name: tree.root, source: tree, isNamed: false }];
    const written = writtenText(tree, context);
    context.report.add('short-binder', tree.at, { text: written }, `{ item: ${written} }`);
    return [];
  });
}

function readPath(node: YamlNode, context: ReadContext): PathTree | null {
  const tree = readExpression(node, context);
  if (tree === null || tree.kind === 'path') return tree;
  context.report.add('short-binder', tree.at, { text: writtenText(tree, context) });
  return null;
}

/** `name in list`, which other languages write, is an error and is then read as the map that it means. */
function meantBinder(tree: ShortExpression, context: ReadContext): readonly ForSyntax[] {
  const text = writtenText(tree, context);
  const binder = tree.kind === 'in' && !tree.isNegated ? tree : null;
  const name = binder?.left.kind === 'path' && binder.left.steps.length === 0 ? binder.left.root : null;
  if (name === null || binder?.right.kind !== 'path') {
    context.report.add('short-binder', tree.at, { text });
    return [];
  }
  const map = `{ ${writtenText(binder.left, context)}: ${writtenText(binder.right, context)} }`;
  context.report.add('short-binder', tree.at, { text }, map);
  return [{ name, source: binder.right, isNamed: true }];
}

const writtenText = ({ at }: ShortExpression, { source }: ReadContext): string =>
  source.text.slice(at.start, at.end);

function readLet(node: YamlNode | null, context: ReadContext): ShortLeftSyntax['let'] {
  return [...(expectMap(node, context)?.entries.values() ?? [])].flatMap(({ key, value }) => {
    const name = checkDeclared(key, context);
    const tree = readExpression(value, context);
    return name === null || tree === null ? [] : [{ name, value: tree }];
  });
}
