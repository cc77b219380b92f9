/**
 * How much more the one takes than the other: the median of the ratios of what was measured right after each other. On a
 * machine that is slow for some seconds both are slow together, so the ratio stays.
 */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, i) => value / others[i]!));
}

/** The middle value; of two middle ones their mean. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value below which a part of all values is. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}
