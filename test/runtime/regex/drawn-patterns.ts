import fc from 'fast-check';

/** Atoms that RE2 has, among them all that bring a flag, a class or an assertion. */
const atoms = fc.constantFrom(
  ...['a', 'b', 'ab', 'K', 's', '\\n', ' ', '_', '0', 'é', 'π', '😀', '\\.', '\\Qa.b\\E', '\\x{e9}', '\\061'],
  ...['.', '^', '$', '\\A', '\\z', '\\b', '\\B', '\\d', '\\D', '\\s', '\\S', '\\w', '\\W', '', '(?:)'],
  ...[
    '[ab]',
    '[^a]',
    '[a-k\\d]',
    '[^\\W_]',
    '[[:upper:]]',
    '[[:^space:]é]',
    '\\pL',
    '\\PL',
    '\\p{Greek}',
    '[\\p{Lu}0]',
  ],
);

const repeats = fc.constantFrom(
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '??',
  '{0}',
  '{1}',
  '{2}',
  '{0,2}',
  '{1,3}',
  '{2,}',
  '{0,}',
);
const openings = fc.constantFrom(
  '(',
  '(?:',
  '(?i:',
  '(?s:',
  '(?m:',
  '(?im-s:',
  '(?U:',
  '(?-i:',
  '(?:(?i)',
  '(?:(?m)',
);

/** Patterns of the language, nested a few levels deep. */
export const patterns: fc.Arbitrary<string> = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc.array(tie('pattern'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('|')),
    },
  ),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: atoms },
    {
      weight: 2,
      arbitrary: fc.tuple(openings, tie('pattern')).map(([opening, inner]) => `${opening}${inner})`),
    },
    { weight: 2, arbitrary: fc.tuple(tie('part'), repeats).map(([part, repeat]) => `(?:${part})${repeat}`) },
  ),
})).pattern;

/** Texts over the characters that the patterns speak of. */
export const texts: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', 'A', 'B', 'k', 'K', '\u212a', 's', 'S', '\u017f', '\n', ' ', '_', '0', '1'],
      ...['é', 'É', 'π', 'Π', '😀', '.', '\t'],
    ),
    { maxLength: 8 },
  )
  .map((characters) => characters.join(''));
