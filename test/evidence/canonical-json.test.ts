import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberText } from '../../runtime/values/number-text.ts';
import { canonicalJson } from '../../library/canonical-json.ts';
import { parseJson } from '../../library/json.ts';

/** RFC 8785, appendix B: bits of a double, and its text. */
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('the double %s is written %s', (bits, text) => {
  expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
});

test('the example of RFC 8785, 3.2.2', () => {
  const value: unknown = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`);
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
});

test('keys are sorted by UTF-16 code units, as in the example of RFC 8785, 3.2.3', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect(Object.values(JSON.parse(canonicalJson(value)) as object).slice(1)).toEqual([
    'Carriage Return',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

test.each([
  ['NaN', NaN],
  ['an infinite number', Infinity],
  ['half a surrogate pair', '\ud800'],
  ['such a key', { '\udc00': 1 }],
  ['an exponent beyond 2^53', new NumberText('1e99999999999999999999')],
  ['undefined in an array', [undefined]],
  ['an instance', new Date(0)],
])('%s has no canonical text', (_what, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test.each([
  ['1.50', '1.5'],
  ['1e2', '100'],
  ['100.0', '100'],
  ['-0', '0'],
  ['0.0e5', '0'],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740993.0', '9007199254740993'],
  ['1152921504606846976', '1152921504606846976'],
  ['1152921504606847000', '1152921504606847000'],
  ['1e21', '1e+21'],
  ['1000000000000000000000', '1e+21'],
  ['0.10000000000000000555', '0.10000000000000000555'],
  ['1e400', '1e+400'],
  ['-1e-400', '-1e-400'],
])('the number %s is written %s', (text, canonical) => {
  expect(canonicalJson(parseJson(text))).toBe(canonical);
});

/** A number as BigInt(digits) times ten to the power of an exponent, written in one of the ways of JSON. */
const drawnNumber = fc
  .tuple(
    fc.oneof(fc.bigInt(-(10n ** 19n), 10n ** 19n), fc.bigInt(-99n, 99n)),
    fc.integer({ min: -25, max: 25 }),
  )
  .map(([mantissa, exponent]) => ({ mantissa, exponent, key: normalForm(mantissa, exponent) }));

function normalForm(mantissa: bigint, exponent: number): string {
  if (mantissa === 0n) return '0';
  let [rest, power] = [mantissa, exponent];
  while (rest % 10n === 0n) [rest, power] = [rest / 10n, power + 1];
  return `${rest}e${power}`;
}

function writtenNumber({ mantissa, exponent }: { mantissa: bigint; exponent: number }, way: number): string {
  if (mantissa === 0n) return ['0', '-0', '0.00e7'][way % 3] ?? '0';
  if (way % 3 === 0) return `${mantissa}e${exponent}`;
  if (way % 3 === 1) return `${mantissa}0.00E${exponent - 1}`;
  const zeros = exponent > 0 ? exponent : 0;
  const whole = `${mantissa}${'0'.repeat(zeros)}`;
  return exponent < 0 ? `${mantissa}E${exponent}` : whole;
}

type Drawn =
  | { readonly kind: 'number'; readonly mantissa: bigint; readonly exponent: number; readonly key: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'list'; readonly items: readonly Drawn[] }
  | { readonly kind: 'map'; readonly members: readonly (readonly [string, Drawn])[] };

const drawnText = fc.string({
  unit: fc.constantFrom('a', 'B', '1', '"', '\\', '/', '\u00e9', '\u{1f600}', ' '),
});
const { drawn } = fc.letrec<{ drawn: Drawn }>((tie) => ({
  drawn: fc.oneof(
    { depthSize: 'small' },
    drawnNumber.map((number) => ({ kind: 'number' as const, ...number })),
    drawnText.map((text) => ({ kind: 'text' as const, text })),
    fc.constantFrom('true', 'false', 'null').map((word) => ({ kind: 'word' as const, word })),
    fc.array(tie('drawn'), { maxLength: 3 }).map((items) => ({ kind: 'list' as const, items })),
    fc
      .uniqueArray(fc.tuple(drawnText, tie('drawn')), { maxLength: 3, selector: ([key]) => key })
      .map((members) => ({ kind: 'map' as const, members })),
  ),
}));

/** Writes a value in one of many ways: order of keys, white space, escapes, forms of numbers. */
function written(value: Drawn, way: number): string {
  const space = [' ', '', '\n\t'][way % 3] ?? '';
  const text = (plain: string): string =>
    way % 2 === 0
      ? JSON.stringify(plain)
      : `"${[...plain]
          .flatMap((each) => each.split(''))
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('')}"`;
  switch (value.kind) {
    case 'number':
      return writtenNumber(value, way);
    case 'text':
      return text(value.text);
    case 'word':
      return value.word;
    case 'list':
      return `[${space}${value.items.map((item) => written(item, way + 1)).join(`${space},`)}]`;
    case 'map': {
      const members = way % 2 === 0 ? value.members : [...value.members].reverse();
      return `{${members.map(([key, item]) => `${space}${text(key)}:${space}${written(item, way + 1)}`).join(',')}${space}}`;
    }
  }
}

/** Equality of two values, independent of the writer under test. */
function identity(value: Drawn): unknown {
  switch (value.kind) {
    case 'number':
      return { number: value.key };
    case 'text':
      return { text: value.text };
    case 'word':
      return { word: value.word };
    case 'list':
      return value.items.map(identity);
    case 'map':
      return [...value.members]
        .map(([key, item]) => [key, identity(item)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .concat([['', null]]);
  }
}

test('one value has one canonical text, however it is written', () => {
  fc.assert(
    fc.property(drawn, fc.nat(5), fc.nat(5), (value, one, other) => {
      const [a, b] = [written(value, one), written(value, other)];
      expect(canonicalJson(parseJson(a)), `${a} and ${b}`).toBe(canonicalJson(parseJson(b)));
    }),
    { numRuns: 1000 },
  );
});

test('different values have different canonical texts', () => {
  const texts = new Map<string, string>();
  fc.assert(
    fc.property(drawn, fc.nat(5), (value, way) => {
      const same = JSON.stringify(identity(value));
      const text = canonicalJson(parseJson(written(value, way)));
      expect(texts.get(text) ?? same).toBe(same);
      texts.set(text, same);
    }),
    { numRuns: 3000 },
  );
});

test('neighbours of 64-bit integers have different canonical texts', () => {
  fc.assert(
    fc.property(fc.bigInt(10n ** 16n, 2n ** 63n - 2n), fc.integer({ min: 1, max: 2000 }), (value, step) => {
      const texts = [value, value + BigInt(step)].map((one) => canonicalJson(parseJson(`{"n":${one}}`)));
      expect(texts[0]).not.toBe(texts[1]);
    }),
    { numRuns: 2000 },
  );
});
