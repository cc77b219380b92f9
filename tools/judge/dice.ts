/** Where the choices of a drawn program come from: fast-check's generator, or any other with this method. */
export interface RandomSource {
  /** A whole number of min..max, both included. */
  readonly nextInt: (min: number, max: number) => number;
}

const PERCENT = 100;

/** The few kinds of choice that drawing needs. */
export interface Dice {
  readonly int: (min: number, max: number) => number;
  readonly percent: (chance: number) => boolean;
  /** One of the items; the list must not be empty. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** `count` items or fewer, distinct, in the order of the list. */
  readonly some: <T>(items: readonly T[], count: number) => readonly T[];
  readonly times: <T>(count: number, make: (index: number) => T) => readonly T[];
}

export function createDice(source: RandomSource): Dice {
  const int = (min: number, max: number) => source.nextInt(min, max);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return {
    int,
    percent: (chance) => int(1, PERCENT) <= chance,
    pick,
    some(items, count) {
      const left = new Set(items.keys());
      while (left.size > count) left.delete(pick([...left]));
      return items.filter((_, index) => left.has(index));
    },
    times: (count, make) => Array.from({ length: count }, (_, index) => make(index)),
  };
}
