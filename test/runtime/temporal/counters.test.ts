import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueCounter } from '../../../runtime/aggregates/temporal-count.ts';
import { DistinctCounter } from '../../../runtime/aggregates/temporal-distinct.ts';
import { isSequence, TimeCounter } from '../../../runtime/aggregates/temporal-times.ts';

const KEYS = ['a', 'b', 'c'];
const small = fc.integer({ min: 0, max: 5 });
/** Values that enter a counter, and the number that leave again, in a drawn order. */
const entries = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), small), { maxLength: 30 })
  .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all.map((_, index) => index))));

function remaining<T>(all: readonly T[], left: readonly number[]): readonly T[] {
  return all.filter((_, index) => !left.includes(index));
}

describe('counters count what has entered and not left', () => {
  it('by value', () => {
    fc.assert(
      fc.property(entries, ([all, left]) => {
        const counter = new ValueCounter<string>();
        for (const [key] of all) counter.enter(key);
        for (const index of left) counter.leave(all[index]![0]);
        for (const key of KEYS)
          expect(counter.count(key)).toBe(remaining(all, left).filter(([other]) => other === key).length);
      }),
    );
  });

  it('by value and time', () => {
    fc.assert(
      fc.property(entries, small, small, ([all, left], now, seconds) => {
        const counter = new TimeCounter<string>();
        for (const [key, time] of all) counter.enter(key, time);
        for (const index of left) counter.leave(...all[index]!);
        for (const key of KEYS) {
          const times = remaining(all, left).flatMap(([other, time]) => (other === key ? [time] : []));
          expect(counter.of(key)).toEqual([...times].sort((a, b) => a - b));
          expect(counter.since(key, now, seconds)).toBe(times.filter((time) => now - time < seconds).length);
        }
      }),
    );
  });

  it('different values by group', () => {
    fc.assert(
      fc.property(entries, ([all, left]) => {
        const counter = new DistinctCounter<string, number>();
        for (const [group, value] of all) counter.enter(group, value);
        for (const index of left) counter.leave(...all[index]!);
        const sizes = KEYS.map(
          (key) =>
            new Set(remaining(all, left).flatMap(([group, value]) => (group === key ? [value] : []))).size,
        );
        expect(counter.most).toBe(Math.max(...sizes));
      }),
    );
  });
});

/** The definition: some choice of a time from each list. */
function someChoice(lists: readonly (readonly number[])[], fits: (time: number) => boolean): boolean {
  const [first, ...rest] = lists;
  if (first === undefined) return true;
  return first.some((time) => fits(time) && someChoice(rest, (next) => next > time));
}

it('a sequence is found exactly when some choice of times makes one', () => {
  const list = fc.array(small, { maxLength: 4 }).map((times) => times.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), small, small, (lists, now, seconds) => {
      expect(isSequence(lists, now, seconds)).toBe(someChoice(lists, (time) => now - time < seconds));
    }),
  );
});
