import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, floorOf, readDecimal, wholeOf } from '../../../runtime/values/decimal.ts';

const decimal = (text: string) => readDecimal(text)!;

describe('a decimal', () => {
  it.each([
    ['9007199254740993.0', 9007199254740993n],
    ['123456789012345678.9e1', 1234567890123456789n],
    ['9223372036854775807.0', 9223372036854775807n],
    ['-12e2', -1200n],
    ['0e99', 0n],
    ['4.9999999999999999999', null],
    ['-1e-400', null],
    ['1e20', null],
  ])('%s is the whole number %s', (text, value) => {
    expect(wholeOf(decimal(text))).toBe(value);
  });

  it.each([
    ['1.2345', 1234n],
    ['-1.2345', -1235n],
    ['-1.5e-3', -2n],
    ['-2e-3', -2n],
    ['1e-9', 0n],
    ['-1e-9', -1n],
    ['0', 0n],
  ])('%s seconds are %s milliseconds', (text, value) => {
    expect(floorOf(decimal(text), 3)).toBe(value);
  });

  it.each(['', '-', 'x', '1e99999999999999999999', 'NaN'])('%j is none', (text) => {
    expect(readDecimal(text)).toBeNull();
  });

  it('has the text that ECMAScript writes for a double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimalText(decimal(String(value)))).toBe(String(value + 0));
      }),
      { numRuns: 2000 },
    );
  });
});
