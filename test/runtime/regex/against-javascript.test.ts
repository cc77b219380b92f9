import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { search } from './search.ts';
import { texts } from './drawn-patterns.ts';
import { full } from '../../full.ts';

/** Syntax that means the same in RE2 and in ECMAScript with the flags `u` and `s` off. */
const common = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'a',
      'b',
      'é',
      '😀',
      '^',
      '$',
      '\\b',
      '\\B',
      '\\d',
      '\\w',
      '\\W',
      '[ab]',
      '[^a]',
      '[a-z_]',
      '\\n',
    ),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{2,}'))
      .map(([inner, repeat]) => `(?:${inner})${repeat}`),
  ),
})).pattern;

/**
 * True if a match begins at some character. V8 also looks between the halves of a surrogate pair, where ECMAScript has no
 * position: it finds `\B` in the middle of a smiley.
 */
function ecmaScriptFinds(pattern: string, text: string): boolean {
  const regex = new RegExp(pattern, 'uy');
  const starts = [0];
  for (const character of text) starts.push(starts.at(-1)! + character.length);
  return starts.some((start) => {
    regex.lastIndex = start;
    return regex.test(text);
  });
}

describe('the same as ECMAScript', () => {
  it('where the syntax is common', () => {
    fc.assert(
      fc.property(common, texts, (pattern, text) => {
        expect(search(pattern, text)).toBe(ecmaScriptFinds(pattern, text));
      }),
      { numRuns: full(2000, 400) },
    );
  });
});
