/** Messages for invalid patterns. `{text}` is the offending part of the pattern. */
export const REGEX_MESSAGES = {
  'any-byte': '`\\C` (one byte) is not supported: patterns match characters',
  'bad-class-name': 'unknown character class `{text}`',
  'bad-escape': 'unknown escape sequence `{text}`',
  'bad-group': 'unknown or unsupported group `{text}`',
  'bad-name': 'invalid group name `{text}`: expected letters, digits and underscores',
  'bad-range': 'the character range `{text}` is reversed',
  'bad-repeat-count': 'the repeat count `{text}` is above 1000 or reversed',
  'duplicate-name': 'duplicate group name `{text}`',
  'missing-bracket': 'the character class has no closing `]`',
  'missing-parenthesis': 'the group has no closing `)`',
  'missing-repeat-argument': 'nothing to repeat before `{text}`',
  'needs-backtracking': '`{text}` ({what}) needs backtracking, which linear-time matching does not support',
  'nested-repeat': '`{text}` repeats a repetition: put the inner one into a group',
  'program-too-large': 'the pattern is too large: it expands to more than {limit} steps',
  'repeat-too-large': '`{text}` makes nested repeat counts multiply to more than 1000',
  'too-deep': 'the pattern nests groups more than {limit} levels deep',
  'too-long': 'the pattern is longer than {limit} characters',
  'too-many-ranges': 'the character classes have more than {limit} ranges',
  'trailing-backslash': 'the pattern ends in a backslash',
  'unexpected-parenthesis': 'unmatched `)`',
} as const;

export type RegexProblemCode = keyof typeof REGEX_MESSAGES;

export interface RegexProblem {
  readonly message: string;
  /** UTF-16 offset into the pattern. */
  readonly offset: number;
}

export function regexProblem(
  code: RegexProblemCode,
  offset: number,
  parameters: Readonly<Record<string, string | number>> = {},
): RegexProblem {
  const message = REGEX_MESSAGES[code].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters[name] ?? ''),
  );
  return { message, offset };
}
