import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  numberText,
  numberText2,
  numberText3,
  numberText4,
  pairKey,
} from '../../../runtime/matching/key-text.ts';

const edges = [0x2000, 0x4000, 0x8000, 0x9000, 0x10000, 0x2000000, 2 ** 31, 2 ** 52].flatMap((limit) =>
  [limit - 1, limit, limit + 1].flatMap((n) => [n, -n]),
);
const integer = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(...edges),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
);
const TIMES = { numRuns: 5_000 };

describe('keys of several numbers', () => {
  it('are equal only if the numbers are', () => {
    fc.assert(
      fc.property(fc.tuple(integer, integer), fc.tuple(integer, integer), (a, b) => {
        const same = a[0] === b[0] && a[1] === b[1];
        expect(pairKey(...a) === pairKey(...b)).toBe(same);
        expect(numberText2(...a) === numberText2(...b)).toBe(same);
      }),
      TIMES,
    );
    const seen = new Map<number | string, string>();
    for (const a of edges) {
      for (const b of edges) {
        const key = pairKey(a, b);
        expect(seen.get(key)).toBeUndefined();
        seen.set(key, `${a} ${b}`);
      }
    }
  });

  it('are the same text whichever numbers are written together', () => {
    fc.assert(
      fc.property(integer, integer, integer, integer, (a, b, c, d) => {
        const one = [a, b, c, d].map(numberText);
        expect(numberText3(a, b, c)).toBe(one.slice(0, 3).join(''));
        expect(numberText4(a, b, c, d)).toBe(one.join(''));
      }),
      TIMES,
    );
  });
});
