/**
 * The name that was probably meant. A suggestion is the candidate with the fewest slips of the pen (a letter left
 * out, added, changed, or two neighbours swapped: the optimal string alignment distance, letter case counting half a
 * slip), when they are at most about one in three letters, and when it does not say the opposite. Facts at run time
 * follow another rule (runtime/facts/validation.ts).
 */
const LONGEST = 64;
const CASE_SLIP = 0.5;
/** Candidates of a fitting length that are compared; comparing is quadratic in the length of the name. */
const MOST_COMPARED = 2_000;

/** Ways to say no in front of a word (`notequals`, `nin`, `unequal`), and behind or between words (`has_not`). */
const NEGATIONS: readonly RegExp[] = [/^not_?/i, /^non?_?/i, /^n_?/i, /^un_?/i, /_(?:not|nt)(?=_|$)|nt$/i];

/** A name to suggest, computed only when the problem is reported. */
export type Suggestion = () => string | null;

/** The closest of the candidates, the first of several equally close; null when none is close. */
export function closestName(name: string, candidates: Iterable<string>): Suggestion {
  return () => findClosest(name, candidates);
}

function findClosest(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > LONGEST) return null;
  let best: string | null = null;
  let fewest = Math.floor((name.length + 1) / 3) + CASE_SLIP / 2;
  let compared = 0;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= fewest) continue;
    if (++compared > MOST_COMPARED) break;
    const slips = countSlips(name, candidate, fewest);
    if (slips < fewest && !isOpposite(name, candidate, slips)) {
      best = candidate;
      fewest = slips;
    }
  }
  return best;
}

/** True if one of the names is closer to the other without a negating word: then they mean the opposite. */
function isOpposite(name: string, candidate: string, slips: number): boolean {
  return NEGATIONS.some((negation) => {
    const [bareName, bareCandidate] = [name.replace(negation, ''), candidate.replace(negation, '')];
    return (
      (bareName !== name && countSlips(bareName, candidate, slips) < slips) ||
      (bareCandidate !== candidate && countSlips(name, bareCandidate, slips) < slips)
    );
  });
}

function change(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  return a?.toLowerCase() === b?.toLowerCase() ? CASE_SLIP : 1;
}

/**
 * Three rows of the distance table: the current one and the two above, which a swap of neighbours looks back to. Ends
 * with `bound` as soon as the distance can only be that or more.
 */
function countSlips(a: string, b: string, bound: number): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  let fewestAbove = 0;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let fewest = row;
    for (let column = 1; column <= b.length; column++) {
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + change(a[row - 1], b[column - 1]),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (twoAbove[column - 2] ?? 0) + 1);
      current.push(least);
      fewest = Math.min(fewest, least);
    }
    if (fewest >= bound && fewestAbove >= bound) return bound;
    fewestAbove = fewest;
    twoAbove = above;
    above = current;
  }
  return above[b.length] ?? 0;
}
