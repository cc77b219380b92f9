/** A set of code points as flat pairs `low, high` (inclusive). INVARIANT: ascending, disjoint, not adjacent. */
export type CodePoints = readonly number[];

export const MAX_CODE_POINT = 0x10ffff;
export const ALL: CodePoints = [0, MAX_CODE_POINT];

/** The set of pairs in any order, overlapping or not. */
export function codePoints(pairs: readonly number[]): CodePoints {
  const ranges: [number, number][] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) ranges.push([pairs[i]!, pairs[i + 1]!]);
  ranges.sort((a, b) => a[0] - b[0]);
  const result: number[] = [];
  for (const [low, high] of ranges) {
    const last = result.length - 1;
    if (last > 0 && low <= result[last]! + 1) result[last] = Math.max(result[last]!, high);
    else result.push(low, high);
  }
  return result;
}

export function complement(set: CodePoints): CodePoints {
  const result: number[] = [];
  let from = 0;
  for (let i = 0; i < set.length; i += 2) {
    if (set[i]! > from) result.push(from, set[i]! - 1);
    from = set[i + 1]! + 1;
  }
  if (from <= MAX_CODE_POINT) result.push(from, MAX_CODE_POINT);
  return result;
}

/** How many code points the set holds. */
export function sizeOf(set: CodePoints): number {
  let size = 0;
  for (let i = 0; i < set.length; i += 2) size += set[i + 1]! - set[i]! + 1;
  return size;
}
