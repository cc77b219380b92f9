import { parseWithinLimits } from './check-regex.ts';
import type { CodePoints } from './code-points.ts';
import { programSize } from './limits.ts';
import type { RegexNode } from './syntax-tree.ts';

/** About how many numbers the program of a pattern has: its instructions, and the bounds of its sets. */
export function compiledSize(pattern: string): number {
  const parsed = parseWithinLimits(pattern);
  return parsed.ok ? treeSize(parsed.tree) : 0;
}

/** The same of a pattern that was parsed. */
export function treeSize(tree: RegexNode): number {
  const sets = new Set<CodePoints>();
  addSets(tree, sets);
  // An instruction is three numbers; a bound of a set begins an interval, which has a class.
  return 3 * programSize(tree) + [...sets].reduce((sum, points) => sum + 2 * points.length, 0);
}

function addSets(node: RegexNode, sets: Set<CodePoints>): void {
  switch (node.kind) {
    case 'set':
      sets.add(node.points);
      return;
    case 'sequence':
      node.parts.forEach((part) => addSets(part, sets));
      return;
    case 'alternation':
      node.branches.forEach((branch) => addSets(branch, sets));
      return;
    case 'repeat':
      addSets(node.part, sets);
      return;
    default:
      return;
  }
}
