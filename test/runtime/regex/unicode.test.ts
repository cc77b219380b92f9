import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../../compiler/language/regex/case-folding.ts';
import { unicodeClass } from '../../../compiler/language/regex/unicode-classes.ts';

const isMember = (set: readonly number[], point: number): boolean => {
  for (let i = 0; i < set.length; i += 2) {
    if (point >= set[i]! && point <= set[i + 1]!) return true;
  }
  return false;
};

const listed = (set: readonly number[]): number[] => {
  const points: number[] = [];
  for (let i = 0; i < set.length; i += 2) {
    for (let point = set[i]!; point <= set[i + 1]!; point++) points.push(point);
  }
  return points;
};

const everyPoint = Array.from({ length: 0x110000 }, (_, point) => point);

describe('unicodeClass', () => {
  it.each(['Lu', 'L', 'Nd', 'P', 'Cn', 'Co', 'Cs', 'Greek', 'Han'])(
    '%s is the class of the platform',
    (name) => {
      const property = new RegExp(`^\\p{${name.length > 2 ? `Script=${name}` : name}}$`, 'u');
      const expected = everyPoint.filter((point) => property.test(String.fromCodePoint(point)));
      expect(listed(unicodeClass(name) ?? [])).toEqual(expected);
    },
  );

  it.each(['', 'l', 'Lx', 'Klingon', 'Script=Greek', 'Greek}|\\p{L', 'ASCII'])(
    'knows no class %j',
    (name) => {
      expect(unicodeClass(name)).toBe(null);
    },
  );
});

describe('foldCase', () => {
  it('folds a letter as RE2 does', () => {
    const cased = everyPoint.filter((point) =>
      /[\p{Lu}\p{Ll}\p{Lt}\u0345]/u.test(String.fromCodePoint(point)),
    );
    const different = cased.filter((point) => {
      const reference = RE2JS.compile(`^(?i:\\x{${point.toString(16)}})$`);
      const folded = foldCase([point, point]);
      const near = [...listed(folded), ...variants(point)];
      return near.some((other) => reference.test(String.fromCodePoint(other)) !== isMember(folded, other));
    });
    expect(different).toEqual([]);
  });

  it('joins exactly the characters that the flags iu join', () => {
    const points = everyPoint.filter((point) =>
      /\p{Changes_When_Casemapped}/u.test(String.fromCodePoint(point)),
    );
    const text = String.fromCodePoint(...points);
    const different = points.filter((point) => {
      const same = text.match(new RegExp(`\\u{${point.toString(16)}}`, 'giu')) ?? [];
      const joined = same.map((other) => other.codePointAt(0)!).sort((a, b) => a - b);
      return String(joined) !== String(listed(foldCase([point, point])));
    });
    expect(different).toEqual([]);
  });

  it('looks at every character that has another case', () => {
    const cased = everyPoint.filter((point) =>
      /\p{Changes_When_Casemapped}/u.test(String.fromCodePoint(point)),
    );
    const everything = new Set(listed(foldCase([0, 0x10ffff])));
    expect(cased.filter((point) => !everything.has(point))).toEqual([]);
  });
});

/** Characters reachable by upper and lower case mappings, in both directions. */
function variants(point: number): number[] {
  const character = String.fromCodePoint(point);
  const both = [character.toUpperCase(), character.toLowerCase()];
  return [...both, ...both.flatMap((text) => [text.toUpperCase(), text.toLowerCase()])]
    .filter((text) => Array.from(text).length === 1)
    .map((text) => text.codePointAt(0)!);
}
