import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closestName, similarity } from '../../../runtime/values/closest-name.ts';

/** Ratios of difflib's SequenceMatcher(None, a, b).ratio(), rounded to six places. */
const RATIOS: readonly (readonly [a: string, b: string, ratio: number])[] = [
  ['clearance', 'clearence', 0.888889],
  ['tied', 'tide', 0.75],
  ['edit', 'tide', 0.25],
  ['abcx', 'xabc', 0.75],
  ['agent_id', 'agnt_id', 0.933333],
  ['agent_id', 'id', 0.4],
  ['abxcd', 'abcd', 0.888889],
  ['abcd', 'bcde', 0.75],
  ['private', 'privet', 0.769231],
  ['aabbaa', 'abab', 0.6],
  ['abab', 'aabbaa', 0.6],
  ['', 'a', 0.0],
  ['same', 'same', 1.0],
];

describe('similarity is the ratio of difflib', () => {
  test.each(RATIOS)('%s and %s', (a, b, ratio) => {
    expect(similarity(a, b)).toBeCloseTo(ratio, 6);
  });

  test('is 1 for the same text and between 0 and 1 for any', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(similarity(a, a)).toBe(1);
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('closestName', () => {
  test.each([
    ['clearence', ['id', 'clearance'], 'clearance'],
    ['tide', ['diet', 'edit', 'tied'], 'tied'],
    ['xabc', ['abcx', 'abc', 'xyz'], 'abc'],
    ['abcde', ['abcxy', 'xyabc'], 'xyabc'],
    ['abcd', ['wxyz'], null],
    ['colour', [], null],
    ['', ['a'], null],
  ])('%s among %j', (name, candidates, closest) => {
    expect(closestName(name, candidates)).toBe(closest);
  });

  test('a ratio of exactly 0.6 is close enough', () => {
    expect(similarity('abcxy', 'abcvw')).toBe(0.6);
    expect(closestName('abcvw', ['abcxy'])).toBe('abcxy');
  });

  test('a very long name gets no suggestion', () => {
    expect(closestName('a'.repeat(201), ['a'.repeat(200)])).toBeNull();
    expect(closestName('a'.repeat(200), ['a'.repeat(201)])).toBeNull();
  });
});
