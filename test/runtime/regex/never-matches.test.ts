/** Patterns of which an alternative takes characters before the start of a text or behind its end. */
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { checkRegex } from '../../../compiler/language/regex/check-regex.ts';
import { neverMatches } from '../../../compiler/language/regex/never-matches.ts';
import { full } from '../../full.ts';
import { patterns, texts } from './drawn-patterns.ts';

describe('neverMatches', () => {
  it.each([
    'a^b',
    'a$b',
    '"^a$"',
    '^a$,',
    ',^a$',
    '[b]^a$',
    '%r{^a$}',
    'x ~ ^a',
    '^a$ | ^b$',
    'b|a$b',
    '(?:a$)+b',
    '(a$|b$)c',
    'a{2}\\Ab',
    '\\zx',
  ])('%s', (pattern) => {
    expect(neverMatches(pattern)).toBe(true);
  });

  it.each([
    '^a$',
    '(?:^|/)a(?:/|$)',
    'a*^b',
    'a?^b$',
    'a$b*',
    '^^a$$',
    '(?m)a$\\n^b',
    'a\\$b',
    '[$]a',
    '(a$|b)c?',
    'a$()',
    '^*a',
    'x(?:^a)?b',
    '(',
  ])('not %s', (pattern) => {
    expect(neverMatches(pattern)).toBe(false);
  });

  it('is true of any patterns around a character outside of the text, and RE2 finds them in none', () => {
    const outside = fc.constantFrom('x^', '$x', '\\zx', 'x\\A');
    fc.assert(
      fc.property(
        patterns,
        outside,
        patterns,
        fc.array(texts, { maxLength: 5 }),
        (before, at, behind, drawn) => {
          const pattern = `(?:${before})${at}(?:${behind})`;
          fc.pre(checkRegex(pattern).ok);
          expect([pattern, neverMatches(pattern)]).toEqual([pattern, true]);
          const reference = RE2JS.compile(pattern);
          for (const text of drawn)
            expect([pattern, text, reference.test(text)]).toEqual([pattern, text, false]);
        },
      ),
      { numRuns: full(500, 150) },
    );
  });
});
