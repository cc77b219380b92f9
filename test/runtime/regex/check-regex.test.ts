import { describe, expect, it } from 'vitest';
import { checkRegex } from '../../../compiler/language/regex/check-regex.ts';
import { compileRegex } from '../../../compiler/language/regex/compile-regex.ts';
import {
  REGEX_MESSAGES,
  regexProblem,
  type RegexProblemCode,
} from '../../../compiler/language/regex/messages.ts';

const backtracking = (text: string, what: string): Record<string, string> => ({ text, what });

/** Pattern, code of the refusal, its offset and the parameters of its message. */
const REFUSED: readonly (readonly [string, RegexProblemCode, number, Record<string, string | number>?])[] = [
  ['a\\C', 'any-byte', 1],
  ['[[:letter:]]', 'bad-class-name', 1, { text: '[:letter:]' }],
  ['x\\p{Klingon}', 'bad-class-name', 1, { text: '\\p{Klingon}' }],
  ['\\p{script=Greek}', 'bad-class-name', 0, { text: '\\p{script=Greek}' }],
  ['\\pX', 'bad-class-name', 0, { text: '\\pX' }],
  ['\\p', 'bad-class-name', 0, { text: '\\p' }],
  ['\\p{Greek', 'bad-class-name', 0, { text: '\\p{Greek' }],
  ['a\\Z', 'bad-escape', 1, { text: '\\Z' }],
  ['\\x4', 'bad-escape', 0, { text: '\\x' }],
  ['\\x{110000}', 'bad-escape', 0, { text: '\\x{110000}' }],
  ['[\\b]', 'bad-escape', 1, { text: '\\b' }],
  ['\\é', 'bad-escape', 0, { text: '\\é' }],
  ['a(?#note)', 'bad-group', 1, { text: '(?#' }],
  ['(?i-)', 'bad-group', 0, { text: '(?i-)' }],
  ['(?i', 'bad-group', 0, { text: '(?i' }],
  ['(?P<a-b>x)', 'bad-name', 4, { text: 'a-b' }],
  ['(?<>x)', 'bad-name', 3, { text: '' }],
  ['(?<n', 'bad-name', 3, { text: 'n' }],
  ['[z-a]', 'bad-range', 1, { text: 'z-a' }],
  ['a{3,2}', 'bad-repeat-count', 1, { text: '{3,2}' }],
  ['a{1001}', 'bad-repeat-count', 1, { text: '{1001}' }],
  ['(?P<n>a)(?P<n>b)', 'duplicate-name', 12, { text: 'n' }],
  ['ab[cd', 'missing-bracket', 2],
  ['[a-', 'missing-bracket', 0],
  ['a(b(c)', 'missing-parenthesis', 1],
  ['*a', 'missing-repeat-argument', 0, { text: '*' }],
  ['a|+?', 'missing-repeat-argument', 2, { text: '+?' }],
  ['a(?=b)', 'needs-backtracking', 1, backtracking('(?=', 'a lookahead')],
  ['(?!b)', 'needs-backtracking', 0, backtracking('(?!', 'a lookahead')],
  ['(?<=b)', 'needs-backtracking', 0, backtracking('(?<=', 'a lookbehind')],
  ['(?<!b)', 'needs-backtracking', 0, backtracking('(?<!', 'a lookbehind')],
  ['(?>b)', 'needs-backtracking', 0, backtracking('(?>', 'an atomic group')],
  ['(a)\\1', 'needs-backtracking', 3, backtracking('\\1', 'a backreference')],
  ['(?<n>a)\\k<n>', 'needs-backtracking', 7, backtracking('\\k', 'a backreference')],
  ['(?P=n)', 'needs-backtracking', 0, backtracking('(?P=', 'a backreference')],
  ['(?(1)a)', 'needs-backtracking', 0, backtracking('(?(', 'a conditional group')],
  ['(?R)', 'needs-backtracking', 0, backtracking('(?R', 'a recursion')],
  ['a++', 'needs-backtracking', 2, backtracking('+', 'a possessive repetition')],
  ['a{2}+', 'needs-backtracking', 4, backtracking('+', 'a possessive repetition')],
  ['a**', 'nested-repeat', 2, { text: '*' }],
  ['a{2}{3}', 'nested-repeat', 4, { text: '{3}' }],
  ['(?:[a-z]{1000}){10}', 'repeat-too-large', 8, { text: '{1000}' }],
  ['\\pL{1000}\\d{1000}'.repeat(6), 'program-too-large', 0, { limit: 10_000 }],
  ['('.repeat(251) + ')'.repeat(251), 'too-deep', 250, { limit: 250 }],
  ['a'.repeat(10_001), 'too-long', 10_000, { limit: 10_000 }],
  ['\\pL'.repeat(400), 'too-many-ranges', 0, { limit: 100_000 }],
  ['a\\', 'trailing-backslash', 1],
  ['a)b', 'unexpected-parenthesis', 1],
];

const ACCEPTED: readonly string[] = [
  '',
  'a||b',
  '()',
  '(?:)',
  '(?)',
  '^*',
  '\\b+',
  'a{,3}',
  'a{',
  'a{1,2',
  'a{01}',
  'a*?b+?c??d{2}?',
  '(?P<name>a)(?<other>b)',
  '(?i-s:a)(?U)b*',
  '[]a]',
  '[^]a]',
  '[a-]',
  '[[:]',
  '\\Qa+b',
  '\\Q\\E',
  'a\\Qb\\E*',
  '\\0\\12\\x41\\x{1F600}',
  '\\_\\-\\/',
  '\\pL\\PN\\p{Greek}\\p{^Lu}\\P{^Lu}\\p{Any}',
  '(?:a{30}){33}',
  '('.repeat(250) + ')'.repeat(250),
  // Flags between two operators make the second one repeat a repetition: no deep tree may come of it.
  'a' + '*(?i)'.repeat(1900),
  'a' + '{1}(?i)'.repeat(1400),
];

const title = (pattern: string): string => (pattern.length > 40 ? `${pattern.slice(0, 40)}…` : pattern);

describe('checkRegex', () => {
  for (const [pattern, code, offset, parameters] of REFUSED) {
    it(`refuses ${title(pattern)} as ${code}`, () => {
      const { message } = regexProblem(code, offset, parameters);
      expect(checkRegex(pattern)).toEqual({ ok: false, message, offset });
    });
  }

  it('has a refusal for every message', () => {
    expect(new Set(REFUSED.map(([, code]) => code))).toEqual(new Set(Object.keys(REGEX_MESSAGES)));
  });

  for (const pattern of ACCEPTED) {
    it(`accepts ${title(pattern)}`, () => {
      expect(checkRegex(pattern)).toEqual({ ok: true });
    });
  }

  it('reports the first problem only', () => {
    expect(checkRegex('(a**\\C')).toMatchObject({ ok: false, offset: 3 });
  });
});

describe('compileRegex', () => {
  it('takes only patterns that were checked', () => {
    expect(() => compileRegex('(?=a)')).toThrow(TypeError);
  });
});
