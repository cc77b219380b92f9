import type { ShortExpression } from '../short-tree.ts';

/** The expressions that an expression consists of, in the order of the text. The steps of a path are not parts. */
export function partsOf(tree: ShortExpression): readonly ShortExpression[] {
  switch (tree.kind) {
    case 'literal':
    case 'path':
      return [];
    case 'list':
      return tree.items;
    case 'call':
      return tree.args;
    case 'method':
      return [tree.subject, ...tree.args];
    case 'quantifier':
      return [tree.source, ...tree.args];
    case 'comparison':
    case 'in':
    case 'arithmetic':
      return [tree.left, tree.right];
    case 'coalesce':
      return [tree.path];
    case 'negative':
    case 'not':
      return [tree.operand];
    case 'and':
    case 'or':
      return tree.operands;
  }
}
