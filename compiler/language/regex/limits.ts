import { regexProblem, type RegexProblem } from './messages.ts';
import type { RegexNode, RepeatNode } from './syntax-tree.ts';

/** Bound on the instructions of one program: the work for one character of text is at most in proportion to it. */
const MAX_INSTRUCTIONS = 10_000;
/** RE2's bound on the product of counted repetitions inside each other. */
const MAX_REPEAT_PRODUCT = 1000;

/** Checks the tree of `pattern` against the limits before anything is expanded; null when it keeps them. */
export function checkLimits(pattern: string, tree: RegexNode): RegexProblem | null {
  const tooLarge = repeatedTooOften(tree, 1);
  if (tooLarge !== null) {
    const text = pattern.slice(tooLarge.offset).match(/^\{[^}]*\}\??/)?.[0] ?? '';
    return regexProblem('repeat-too-large', tooLarge.offset, { text });
  }
  if (programSize(tree) > MAX_INSTRUCTIONS)
    return regexProblem('program-too-large', 0, { limit: MAX_INSTRUCTIONS });
  return null;
}

/** The number of instructions that buildProgram writes for a node; may be Infinity. */
export function programSize(node: RegexNode): number {
  switch (node.kind) {
    case 'empty':
      return 0;
    case 'set':
    case 'assertion':
      return 1;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + programSize(part), 0);
    case 'alternation':
      return node.branches.reduce((sum, branch) => sum + programSize(branch) + 1, -1);
    case 'repeat': {
      if (node.max === 0) return 0;
      const part = programSize(node.part);
      if (node.max === null) return Math.max(node.min, 1) * part + 1;
      return node.max * part + (node.max - node.min);
    }
  }
}

/** The repetition with which the product of counts on one path first passes the limit, or null. */
function repeatedTooOften(node: RegexNode, product: number): RepeatNode | null {
  switch (node.kind) {
    case 'sequence':
      return firstOf(node.parts, product);
    case 'alternation':
      return firstOf(node.branches, product);
    case 'repeat': {
      if (node.max === 0) return null;
      const inside = product * Math.max(node.max ?? node.min, 1);
      return inside > MAX_REPEAT_PRODUCT ? node : repeatedTooOften(node.part, inside);
    }
    default:
      return null;
  }
}

function firstOf(nodes: readonly RegexNode[], product: number): RepeatNode | null {
  for (const node of nodes) {
    const found = repeatedTooOften(node, product);
    if (found !== null) return found;
  }
  return null;
}
