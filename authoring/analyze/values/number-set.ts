/** Numbers as intervals: sorted, apart from each other, none of them empty. */
export type NumberSet = readonly Interval[];

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The end itself does not belong to it. An infinite end never does. */
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

export const ALL_NUMBERS: NumberSet = [{ low: -Infinity, high: Infinity, lowOpen: true, highOpen: true }];

export function only(value: number): NumberSet {
  return [{ low: value, high: value, lowOpen: false, highOpen: false }];
}

export function below(value: number, open: boolean): NumberSet {
  return [{ low: -Infinity, high: value, lowOpen: true, highOpen: open }];
}

export function above(value: number, open: boolean): NumberSet {
  return [{ low: value, high: Infinity, lowOpen: open, highOpen: true }];
}

function isEmpty({ low, high, lowOpen, highOpen }: Interval): boolean {
  return low > high || (low === high && (lowOpen || highOpen));
}

function meet(a: Interval, b: Interval): Interval {
  const [low, lowOpen] =
    a.low === b.low
      ? [a.low, a.lowOpen || b.lowOpen]
      : a.low > b.low
        ? [a.low, a.lowOpen]
        : [b.low, b.lowOpen];
  const [high, highOpen] =
    a.high === b.high
      ? [a.high, a.highOpen || b.highOpen]
      : a.high < b.high
        ? [a.high, a.highOpen]
        : [b.high, b.highOpen];
  return { low, high, lowOpen, highOpen };
}

export function intersect(a: NumberSet, b: NumberSet): NumberSet {
  return a.flatMap((one) => b.map((other) => meet(one, other))).filter((one) => !isEmpty(one));
}

export function complement(set: NumberSet): NumberSet {
  let rest = ALL_NUMBERS;
  for (const { low, high, lowOpen, highOpen } of set) {
    const outside = [
      ...(low === -Infinity ? [] : below(low, !lowOpen)),
      ...(high === Infinity ? [] : above(high, !highOpen)),
    ];
    rest = intersect(rest, outside);
  }
  return rest;
}

export function union(a: NumberSet, b: NumberSet): NumberSet {
  return complement(intersect(complement(a), complement(b)));
}

/** The whole numbers of a set: bounds that are whole and belong to it. */
export function wholeNumbers(set: NumberSet): NumberSet {
  return set.flatMap(({ low, high, lowOpen, highOpen }): readonly Interval[] => {
    const first = lowOpen && Number.isInteger(low) ? low + 1 : Math.ceil(low);
    const last = highOpen && Number.isInteger(high) ? high - 1 : Math.floor(high);
    if (first > last) return [];
    return [{ low: first, high: last, lowOpen: first === -Infinity, highOpen: last === Infinity }];
  });
}

export function has(set: NumberSet, value: number): boolean {
  return intersect(set, only(value)).length > 0;
}

/** Some numbers of a set, those near its ends first. */
export function* someNumbers(set: NumberSet, whole: boolean, count: number): Generator<number> {
  for (let distance = 0; distance < count; distance++) {
    for (const { low, high, lowOpen, highOpen } of set) {
      const step = whole || high - low > count ? distance + (lowOpen || highOpen ? 1 : 0) : 0;
      const near =
        low === -Infinity && high === Infinity
          ? [distance, -distance]
          : !whole && high - low <= count && high > low
            ? [low + ((high - low) * (distance + 1)) / (count + 1)]
            : [low + (lowOpen || whole ? step : distance), high - (highOpen || whole ? step : distance)];
      for (const value of near) if (Number.isFinite(value) && has(set, value)) yield value;
    }
  }
}
