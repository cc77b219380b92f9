import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { exactNumber, parseJson } from '../../../library/json.ts';
import { parseDocument } from '../../../library/ordered-json.ts';
import { scanJson } from '../../../library/scan-json.ts';

/** Every number read exactly, by a parser that looks at each of them. */
const exactly = (text: string): unknown =>
  parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });

const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc
    .tuple(
      fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
      fc.constantFrom('', '.0', '.50', 'e2', 'E-3', '.25e+1'),
    )
    .map((parts) => parts.join('')),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,18})?([eE][+-]?\d{1,3})?$/),
);
const jsonText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    numberText,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'null', '"\\""', '"\\\\"', '"1.50"'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[ ${items.join(' ,\n')}]`),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('1', '007', '-0', 'ключ')), tie('value')), {
        maxLength: 4,
      })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join(',')}}`),
  ),
})).value;

describe('a scan of JSON text', () => {
  test('lets JSON.parse read only what it reads exactly', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(parseJson(text)).toStrictEqual(exactly(text));
        expect(parseDocument(text)).toStrictEqual(exactly(text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['1', false],
    ['-1', false],
    ['0.5', false],
    ['-0.25', false],
    ['123456789012345', false],
    ['9007199254740991', false],
    ['9007199254740993', true],
    ['1.50', true],
    ['1e3', true],
    ['-0', true],
    ['0.0000001', true],
    ['0.1234567890123456789', true],
    ['"1.50"', false],
    ['{"1.50":1}', false],
    ['"\\"1.50"', false],
    ['["ä", 1.0]', true],
    [`[${'9'.repeat(100_000)}]`, true],
  ])('of %s', (text, exactNumbers) => {
    expect(scanJson(text).exactNumbers).toBe(exactNumbers);
  });

  test.each([
    ['{"a":1}', false],
    ['{"1":1}', true],
    ['{"2026-01-01" :1}', true],
    ['["1", "\\u0031"]', false],
    ['{"\\u0031":1}', true],
  ])('finds the keys that may be moved in %s', (text, movableKeys) => {
    expect(scanJson(text).movableKeys).toBe(movableKeys);
  });

  test.each(['', '"', '"\\', '"a\\"', '{"1"', '1.', '-', '[1,', `"${'x'.repeat(100_000)}\\`])(
    'ends on %j',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
      expect(() => parseDocument(text)).toThrow(SyntaxError);
    },
  );
});
