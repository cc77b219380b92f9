import type { AutomatonProgram, RegexProgram } from '../../../runtime/regex/regex.ts';
import { buildProgram, isAnchored } from './build-program.ts';
import { parseWithinLimits } from './check-regex.ts';
import { treeSize } from './compiled-size.ts';
import { literalAlternatives } from './literal-alternatives.ts';
import type { RegexNode } from './syntax-tree.ts';

/**
 * The program that searches for `pattern`: plain data that createRegex of the runtime takes. INVARIANT: the pattern
 * was checked by checkRegex; throws a TypeError when it was not.
 */
export function compileRegex(pattern: string): RegexProgram {
  const tree = parsed(pattern);
  const literals = literalAlternatives(tree);
  return literals === null ? buildProgram([tree]) : { kind: 'literals', literals };
}

/** The program that searches for all `patterns` at once, for createRegexSet. INVARIANT: as above, of each of them. */
export function compileRegexSet(patterns: readonly string[]): AutomatonProgram {
  return buildProgram(patterns.map(parsed));
}

/** Cost of a search with an automaton. */
export interface SearchCost {
  /** About how many numbers the program of the automaton has. */
  readonly size: number;
  /** A text that does not begin as the pattern does is not read to its end. */
  readonly anchored: boolean;
}

/** Cost of a search for a pattern; null if a search for fixed texts is faster than its automaton. INVARIANT: as above. */
export function searchCost(pattern: string): SearchCost | null {
  const tree = parsed(pattern);
  return literalAlternatives(tree) === null ? { size: treeSize(tree), anchored: isAnchored(tree) } : null;
}

function parsed(pattern: string): RegexNode {
  const result = parseWithinLimits(pattern);
  if (!result.ok) throw new TypeError('not a checked regular expression');
  return result.tree;
}
