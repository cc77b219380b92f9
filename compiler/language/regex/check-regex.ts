import { checkLimits } from './limits.ts';
import { parseRegex, type ParsedRegex } from './parse-regex.ts';

type RegexCheck =
  { readonly ok: true } | { readonly ok: false; readonly message: string; readonly offset: number };

/**
 * Checks that `pattern` is a regular expression of the language (docs/reference/regex.md). `offset` is in UTF-16 units of the
 * pattern; the message is one of messages.ts.
 */
export function checkRegex(pattern: string): RegexCheck {
  const parsed = parseWithinLimits(pattern);
  return parsed.ok ? { ok: true } : { ok: false, ...parsed.problem };
}

/** The tree of a pattern that can be compiled, or what is wrong with it. */
export function parseWithinLimits(pattern: string): ParsedRegex {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) return parsed;
  const problem = checkLimits(pattern, parsed.tree);
  return problem === null ? parsed : { ok: false, problem };
}
