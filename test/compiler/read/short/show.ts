import type { PathTree, ShortExpression, ShortLiteral } from '../../../../compiler/short-tree.ts';

/** The tree as one line in which every operator has its parentheses. */
export function show(tree: ShortExpression): string {
  switch (tree.kind) {
    case 'literal':
      return showLiteral(tree.value);
    case 'list':
      return `[${tree.items.map(show).join(', ')}]`;
    case 'path':
      return showPath(tree);
    case 'call':
      return `${tree.name.value}(${tree.args.map(show).join(', ')})`;
    case 'method':
      return `${show(tree.subject)}.${tree.operator.value}(${tree.args.map(show).join(', ')})`;
    case 'quantifier': {
      const { quantifier, name, source, args } = tree;
      return `${[`${quantifier.value}<${name.value} in ${showPath(source)}`, ...args.map(show)].join(', ')}>`;
    }
    case 'comparison':
    case 'arithmetic':
      return `(${show(tree.left)} ${tree.sign.value} ${show(tree.right)})`;
    case 'in':
      return `(${show(tree.left)} ${tree.isNegated ? 'not in' : 'in'} ${show(tree.right)})`;
    case 'coalesce':
      return `(${showPath(tree.path)} ?? ${show(tree.literal)})`;
    case 'negative':
      return `(- ${show(tree.operand)})`;
    case 'not':
      return `(not ${show(tree.operand)})`;
    case 'and':
    case 'or':
      return `(${tree.operands.map(show).join(` ${tree.kind} `)})`;
  }
}

function showPath({ root, steps, optional }: PathTree): string {
  const shown = steps.map((step) => {
    if (step.kind === 'shell') return '.shell()';
    if (step.kind === 'member') return `.${step.name}`;
    return `[${(step.kind === 'index' ? [step.index] : step.names).map(show).join(', ')}]`;
  });
  return `${root.value}${shown.join('')}${optional === null ? '' : '?'}`;
}

function showLiteral(literal: ShortLiteral): string {
  switch (literal.kind) {
    case 'text':
      return literal.isRaw ? `raw ${JSON.stringify(literal.value)}` : JSON.stringify(literal.value);
    case 'number':
      return literal.isInteger ? literal.text : `${literal.text}f`;
    case 'duration':
      return `time ${literal.text}`;
    case 'boolean':
      return String(literal.value);
  }
}
