import { elementAt } from '../../required.ts';

/** A set of code points as flat pairs `low, high` (inclusive). INVARIANT: ascending, disjoint, not adjacent. */
export type CodePoints = readonly number[];

const MAX_CODE_POINT = 0x10ffff;
export const ALL: CodePoints = [0, MAX_CODE_POINT];

/** The ranges of flat pairs, first and last of each. */
export function rangesOf(pairs: readonly number[]): (readonly [low: number, high: number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) ranges.push([elementAt(pairs, i), elementAt(pairs, i + 1)]);
  return ranges;
}

/** The set of pairs in any order, overlapping or not. */
export function codePoints(pairs: readonly number[]): CodePoints {
  const result: number[] = [];
  for (const [low, high] of rangesOf(pairs).sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && low <= last + 1) result[result.length - 1] = Math.max(last, high);
    else result.push(low, high);
  }
  return result;
}

export function complement(set: CodePoints): CodePoints {
  const result: number[] = [];
  let from = 0;
  for (const [low, high] of rangesOf(set)) {
    if (low > from) result.push(from, low - 1);
    from = high + 1;
  }
  if (from <= MAX_CODE_POINT) result.push(from, MAX_CODE_POINT);
  return result;
}

/** How many code points the set holds. */
export function sizeOf(set: CodePoints): number {
  let size = 0;
  for (const [low, high] of rangesOf(set)) size += high - low + 1;
  return size;
}
