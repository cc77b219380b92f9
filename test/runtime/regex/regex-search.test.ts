import { describe, expect, it } from 'vitest';
import { compileRegex } from '../../../compiler/language/regex/compile-regex.ts';
import { createRegex, regexTest } from '../../../runtime/regex/regex.ts';
import { noise } from './noise.ts';
import { search } from './search.ts';

/** Pattern, texts in which it is found, texts in which it is not. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['', ['', 'a'], []],
  ['abc', ['abc', 'xxabcxx'], ['', 'ab', 'acb', 'ABC']],
  ['ignore previous|system prompt', ['please ignore previous', 'the system prompt'], ['ignore the prompt']],
  ['colou?r', ['color', 'colour'], ['colr', 'colouur']],
  ['a.c', ['abc', 'a😀c'], ['a\nc', 'ac']],
  ['(?s)a.c', ['a\nc'], ['ac']],
  ['^ab', ['ab', 'abc'], ['xab', '\nab']],
  ['ab$', ['ab', 'xab'], ['abx', 'ab\n']],
  ['(?m)^ab$', ['ab', 'x\nab\ny', '\nab'], ['xab', 'abx']],
  ['\\Aab\\z', ['ab'], ['ab\n', 'xab']],
  ['(?m)\\Aab', ['ab'], ['x\nab']],
  ['\\bcat\\b', ['cat', 'a cat!', 'cat.'], ['concat', 'cats', 'cat_']],
  ['\\Bcat', ['concat'], ['cat', 'a cat']],
  ['\\béa', [], ['éa']],
  ['^$', [''], ['a', '\n']],
  ['(?m)^$', ['', 'a\n', 'a\n\nb'], ['a']],
  ['$^', [''], ['a']],
  ['^(?:a|bc)+$', ['a', 'abca'], ['', 'b', 'acb']],
  ['^(?:ab){2,3}$', ['abab', 'ababab'], ['ab', 'abababab']],
  ['^a{2,}$', ['aa', 'aaaa'], ['a']],
  ['^a{0}$', [''], ['a']],
  ['^a{,2}$', ['a{,2}'], ['a', 'aa']],
  ['(a*)*$', ['', 'b'], []],
  ['^(a?){3}a{3}$', ['aaa', 'aaaaaa'], ['aa', 'aaaaaaa']],
  ['^(?:a+)?$', ['', 'aa'], ['b']],
  ['^(?:a?)?b$', ['b', 'ab'], ['aab']],
  ['^(?:a?)+$', ['', 'aaa'], ['b']],
  ['^(?:(?:a{2})*){2}$', ['', 'aaaa'], ['aaa']],
  ['^(?:a{5}){0}$', [''], ['aaaaa']],
  ['(?i)stop', ['STOP', 'sTop', '\u017ftop'], ['st0p']],
  ['(?i)k', ['k', 'K', '\u212a'], ['h']],
  ['(?i)straße', ['STRAẞE', 'Straße'], ['STRASSE']],
  ['(?i)Привет', ['ПРИВЕТ', 'привет'], ['приве']],
  ['a(?i)b|c', ['aB', 'C'], ['AB']],
  ['(a(?i)b)c', ['aBc'], ['aBC']],
  ['(?i:a)b', ['Ab'], ['AB']],
  ['(?i)a(?-i)b', ['Ab'], ['aB']],
  ['(?i)[^k]', ['x'], ['k', 'K', '\u212a']],
  ['(?i)\\W', ['!'], ['\u017f', '\u212a', 'a']],
  ['[a-c\\d_-]', ['b', '7', '-', '_'], ['d', 'A']],
  ['[^a-c]', ['d', '\n'], ['a', 'abc']],
  ['^[]-]+$', [']', '-]'], ['[']],
  ['[[:alpha:]][[:^digit:]]', ['ax', 'Z '], ['a1', '1a']],
  ['^\\s+$', [' \t\n\f\r'], ['\v', '\u00a0']],
  ['^\\D\\S\\W$', ['ab!'], ['1b!']],
  ['^\\pL+$', ['aπж漢'], ['a1']],
  ['\\p{Greek}', ['π'], ['p']],
  ['^\\P{Greek}$', ['p', '😀'], ['π']],
  ['\\p{^Lu}', ['a'], ['A']],
  ['[\\p{Nd}x]', ['٣', 'x'], ['y']],
  ['\\x41\\x{1F600}\\101\\0', ['A😀A\0'], ['A😀A']],
  ['\\Qa.b*\\E+', ['a.b**'], ['axbb']],
  ['\\Qa.b', ['a.b'], ['axb']],
  ['^.$', ['a', '😀', '\ud800'], ['ab', '😀😀']],
  ['[😀-😂]', ['😁'], ['\ud83d', '\ude01']],
  ['\\x{D83D}', ['\ud83d', '\ud83dx'], ['😀']],
  ['[^\\x00-\\x{10FFFF}]', [], ['', 'a']],
];

describe('regexTest', () => {
  it.each(CASES)('%s', (pattern, found, notFound) => {
    const regex = createRegex(compileRegex(pattern));
    expect(found.filter((text) => !regexTest(regex, text))).toEqual([]);
    expect(notFound.filter((text) => regexTest(regex, text))).toEqual([]);
  });

  it('finds a match after many searches as in the first', () => {
    const regex = createRegex(compileRegex('(?i)b+\\d$'));
    const texts = ['', 'b', 'bb1', 'xB7', 'b1x', 'é1', 'éb1'];
    const first = texts.map((text) => regexTest(regex, text));
    expect(first).toEqual([false, false, true, true, false, false, true]);
    expect(texts.map((text) => regexTest(regex, text))).toEqual(first);
  });
});

describe('a search in time linear in the text', () => {
  const many = 'a'.repeat(100_000);
  it.each([
    ['(a+)+$', many + '!', false],
    ['(a|aa)+$', many + '!', false],
    ['(a*)*b', many, false],
    ['(.*)(.*)(.*)[^a]$', many, false],
    ['(?:a?){100}a{100}$', many, true],
    ['^(\\w+\\s?)*$', 'word '.repeat(20_000) + '!', false],
  ])('%s', (pattern, text, found) => {
    expect(search(pattern, text)).toBe(found);
  });
});

describe('a pattern with exponentially many states', () => {
  const bits = noise(60_000);

  it('is searched with and without the cache', () => {
    const regex = createRegex(compileRegex('^[ab]*a[ab]{14}😀\\bc'));
    for (const length of [20, 500, 60_000, 40_000, 59_999, 100]) {
      const text = bits.slice(0, length - 15);
      const rest = bits.slice(0, 14);
      expect(regexTest(regex, `${text}a${rest}😀c`)).toBe(true);
      expect(regexTest(regex, `${text}b${rest}😀c`)).toBe(false);
      expect(regexTest(regex, `${text}a${rest}😀`)).toBe(false);
    }
  });

  it('is searched on when the cache was emptied', () => {
    const regex = createRegex(compileRegex('a.{900}c'));
    const calm = 'b'.repeat(20_000);
    for (let i = 0; i < 5; i++) {
      const text = calm + bits.slice(i * 900, i * 900 + 1000);
      expect(regexTest(regex, text)).toBe(false);
      expect(regexTest(regex, text + 'c')).toBe(text.at(-901) === 'a');
    }
  });
});
