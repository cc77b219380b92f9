import type { RegexProgram } from '../../../runtime/regex.ts';
import { buildProgram } from './build-program.ts';
import { parseWithinLimits } from './check-regex.ts';
import { literalAlternatives } from './literal-alternatives.ts';

/**
 * The program that searches for `pattern`: plain data that createRegex of the runtime takes. INVARIANT: the pattern
 * was checked by checkRegex; throws a TypeError when it was not.
 */
export function compileRegex(pattern: string): RegexProgram {
  const parsed = parseWithinLimits(pattern);
  if (!parsed.ok) throw new TypeError('not a checked regular expression');
  const literals = literalAlternatives(parsed.tree);
  return literals === null ? buildProgram(parsed.tree) : { kind: 'literals', literals };
}
