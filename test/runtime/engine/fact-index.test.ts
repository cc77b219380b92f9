import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FactIndex, mixInteger, mixText } from '../../../runtime/facts/fact-index.ts';
import { mixFloat } from '../../../runtime/facts/mix-values.ts';

const TIMES = { numRuns: 200 };

function placesOf(index: FactIndex, hash: number): number[] {
  const places: number[] = [];
  for (let place = index.first(hash); place >= 0; place = index.next(place)) places.push(place);
  return places;
}

describe('index of facts', () => {
  it('finds the places that entered with a hash and did not leave', () => {
    const entries = fc.array(fc.record({ hash: fc.integer({ min: -40, max: 40 }), leaves: fc.boolean() }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(entries, (drawn) => {
        const index = new FactIndex();
        index.clear(drawn.length);
        drawn.forEach(({ hash }, place) => index.enter(place, hash));
        drawn.forEach(({ leaves }, place) => leaves && index.leave(place));
        for (const hash of new Set(drawn.map((entry) => entry.hash))) {
          const expected = drawn.flatMap((entry, place) =>
            entry.hash === hash && !entry.leaves ? [place] : [],
          );
          expect(placesOf(index, hash).sort((a, b) => a - b)).toEqual(expected);
        }
      }),
      TIMES,
    );
  });

  it('lets places enter again', () => {
    const index = new FactIndex();
    index.clear(0);
    for (let round = 0; round < 3; round++) {
      for (let place = 0; place < 100; place++) index.enter(place, place % 7);
      expect(placesOf(index, 3)).toHaveLength(14);
      for (let place = 99; place >= 0; place--) index.leave(place);
      expect(placesOf(index, 3)).toEqual([]);
    }
  });
});

describe('hashes', () => {
  it('distinguish neighbours', () => {
    const count = 10_000;
    const numbers = Array.from({ length: count }, (_, n) => n);
    const hashes = [
      numbers.map((n) => mixInteger(0, n)),
      numbers.map((n) => mixInteger(0, n * 2 ** 33)),
      numbers.map((n) => mixInteger(0, BigInt(n) + 2n ** 60n)),
      numbers.map((n) => mixInteger(mixInteger(0, n % 100), Math.floor(n / 100))),
      numbers.map((n) => mixFloat(0, n / 7)),
      numbers.map((n) => mixText(0, `agent-${n}`)),
    ];
    for (const some of hashes) expect(new Set(some.map((hash) => hash & 0xffff)).size).toBeGreaterThan(6000);
  });
});
