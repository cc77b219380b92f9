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
    const source = readPath(item, context);
    if (source === null) return [];
    if (source.steps.length === 0 && source.optional === null)
      return [{ name: source.root, source, isNamed: false }];
    const written = context.source.text.slice(source.at.start, source.at.end);
    context.report.add('short-binder', source.at, { text: written }, `{ item: ${written} }`);
    return [];
  });
}

function readPath(node: YamlNode, context: ReadContext): PathTree | null {
  const tree = readExpression(node, context);
  if (tree === null || tree.kind === 'path') return tree;
  context.report.add('short-binder', tree.at, {
    text: context.source.text.slice(tree.at.start, tree.at.end),
  });
  return null;
}

function readLet(node: YamlNode | null, context: ReadContext): ShortLeftSyntax['let'] {
  return [...(expectMap(node, context)?.entries.values() ?? [])].flatMap(({ key, value }) => {
    const name = checkDeclared(key, context);
    const tree = readExpression(value, context);
    return name === null || tree === null ? [] : [{ name, value: tree }];
  });
}
