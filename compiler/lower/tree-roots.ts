import { parseShortText } from '../read/short/text.ts';
import { createReport } from '../diagnostics/report.ts';
import type { ShortExpression } from '../short-tree.ts';
import { partsOf } from './tree-parts.ts';

/** Names that an expression begins a path or a call with, those in its texts and within quantifiers included. */
export function rootsIn(tree: ShortExpression, found: Set<string> = new Set()): ReadonlySet<string> {
  const visit = (part: ShortExpression): void => {
    rootsIn(part, found);
  };
  if (tree.kind === 'path') {
    found.add(tree.root.value);
    for (const step of tree.steps) {
      if (step.kind === 'index') visit(step.index);
      if (step.kind === 'union') step.names.forEach(visit);
    }
  }
  if (tree.kind === 'call') {
    found.add(tree.name.value);
    const [first] = tree.args;
    if (tree.name.value === 'text' && first?.kind === 'literal' && first.value.kind === 'text') {
      const source = { text: first.value.value, at: first.at, spanOf: () => first.at };
      for (const part of parseShortText(source, 'text', createReport()).parts)
        if (part.kind === 'place') visit(part.tree);
    }
  }
  partsOf(tree).forEach(visit);
  return found;
}
