import type { BudgetValueSyntax } from '../../budget-syntax.ts';
import type { PathTree } from '../../short-tree.ts';
import type { SourceText } from '../../syntax.ts';
import type { ReadContext } from '../context.ts';
import { readSource } from '../fields.ts';
import { itemsOf } from '../short/left-half.ts';
import { parseShort } from '../short/parse.ts';
import type { YamlNode } from '../yaml-node.ts';

/** A whole number, or a path; null (reported) for anything else. `key` names it in messages. */
export function readBudgetValue(
  node: YamlNode | null,
  key: string,
  context: ReadContext,
): BudgetValueSyntax | null {
  if (node === null || node.kind === 'broken') return null;
  if (node.kind === 'scalar' && node.scalar.kind === 'integer')
    return { kind: 'number', value: node.scalar.value, at: node.at };
  if (node.kind === 'scalar' && node.scalar.kind === 'string') return readPath(node, key, context);
  context.report.add('budget-value', node.at, { key });
  return null;
}

/** The keys that uses share: one path, or several. */
export function readPer(node: YamlNode | null, context: ReadContext): readonly PathTree[] {
  if (node === null || node.kind === 'broken') return [];
  if (node.kind === 'list' && node.items.length === 0) context.report.add('empty-list', node.at);
  return itemsOf(node).flatMap((item) => readPath(item, 'per', context) ?? []);
}

function readPath(node: YamlNode, key: string, context: ReadContext): PathTree | null {
  const source = readSource(node, context);
  const tree = source && parseShort(withoutSign(source), context.report);
  if (tree === null || tree.kind === 'path') return tree;
  context.report.add('budget-value', node.at, { key });
  return null;
}

/** `$const.x` and `const.x` are the same. */
function withoutSign(source: SourceText): SourceText {
  if (!source.text.startsWith('$')) return source;
  return {
    text: source.text.slice(1),
    at: source.at,
    spanOf: (start, end) => source.spanOf(start + 1, end + 1),
  };
}
