/**
 * The name that was probably meant. A suggestion is the candidate with the fewest slips of the pen (a letter left
 * out, added, changed, or two neighbours swapped: the optimal string alignment distance, letter case counting half a
 * slip), when they are at most about one in three letters. Facts at run time follow another rule (service.md, 2).
 */
const LONGEST = 64;
const CASE_SLIP = 0.5;

/** The closest of the candidates, the first of several equally close; null when none is close. */
export function closestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > LONGEST) return null;
  let best: string | null = null;
  let fewest = Math.floor((name.length + 1) / 3) + CASE_SLIP / 2;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= fewest) continue;
    const slips = countSlips(name, candidate);
    if (slips < fewest) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

function change(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  return a?.toLowerCase() === b?.toLowerCase() ? CASE_SLIP : 1;
}

/** Three rows of the distance table: the current one and the two above, which a swap of neighbours looks back to. */
function countSlips(a: string, b: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + change(a[row - 1], b[column - 1]),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (twoAbove[column - 2] ?? 0) + 1);
      current.push(least);
    }
    twoAbove = above;
    above = current;
  }
  return above[b.length] ?? 0;
}
