/**
 * The closest of some names by the Ratcliff/Obershelp ratio: twice the number of matching characters over the sum of
 * the lengths, where the matches are the longest common block, then the same to its left and to its right. The
 * numbers are those of Python's difflib `SequenceMatcher.ratio` (without its shortcut for long texts), cut-off 0.6.
 */
const CUT_OFF = 0.6;
/** Names come from requests and comparing is quadratic in their length, so a longer one gets no suggestion. */
const LONGEST = 200;

/** The closest candidate, of equally close ones the greatest in code unit order; null when none reaches the cut-off. */
export function closestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  let best: string | null = null;
  let highest = CUT_OFF;
  for (const candidate of candidates) {
    if (candidate.length > LONGEST) continue;
    // No ratio is above the one that only looks at the lengths.
    if (similarity(candidate, name, Math.min(candidate.length, name.length)) < highest) continue;
    const ratio = similarity(candidate, name);
    if (ratio > highest || (ratio === highest && (best === null || candidate > best))) {
      best = candidate;
      highest = ratio;
    }
  }
  return best;
}

/**
 * Ratcliff/Obershelp ratio of two texts, 0 to 1. Not symmetric: of equally long blocks the first in `a` counts.
 *
 * @param common how many characters they have in common
 */
export function similarity(a: string, b: string, common = matching(a, b, 0, a.length, 0, b.length)): number {
  const length = a.length + b.length;
  return length === 0 ? 1 : (2 * common) / length;
}

function matching(a: string, b: string, aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  let size = 0;
  let aAt = aStart;
  let bAt = bStart;
  let above: number[] = [];
  for (let i = aStart; i < aEnd; i++) {
    const lengths: number[] = [];
    for (let j = bStart; j < bEnd; j++) {
      if (a[i] !== b[j]) continue;
      const length = (above[j - 1] ?? 0) + 1;
      lengths[j] = length;
      if (length > size) {
        size = length;
        aAt = i - length + 1;
        bAt = j - length + 1;
      }
    }
    above = lengths;
  }
  if (size === 0) return 0;
  return size + matching(a, b, aStart, aAt, bStart, bAt) + matching(a, b, aAt + size, aEnd, bAt + size, bEnd);
}
