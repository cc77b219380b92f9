import { codePoints, rangesOf, type CodePoints } from './code-points.ts';
import { entryOf, required } from '../../required.ts';

/**
 * Blocks that hold every character with another case (pairs `low, high`). More than needed does no harm; that no cased
 * character of this Unicode version lies outside is tested.
 */
const CASED_BLOCKS: readonly number[] = [
  0x41, 0x5a, 0x61, 0x7a, 0xb5, 0xb5, 0xc0, 0x58f, 0x10a0, 0x10ff, 0x13a0, 0x13ff, 0x1c80, 0x1cbf, 0x1d79,
  0x1d8e, 0x1e00, 0x1fff, 0x2126, 0x2188, 0x24b6, 0x24e9, 0x2c00, 0x2d2f, 0xa640, 0xa7ff, 0xab30, 0xabbf,
  0xfb00, 0xfb17, 0xff21, 0xff5a, 0x10400, 0x104ff, 0x10570, 0x105bf, 0x10c80, 0x10cff, 0x10d50, 0x10d85,
  0x118a0, 0x118df, 0x16e40, 0x16e7f, 0x16ea0, 0x16edf, 0x1e900, 0x1e943,
];

/** ASCII letters with a case variant outside ASCII: K has the Kelvin sign, S the long s. */
const OUTSIDE_ASCII: ReadonlyMap<number, number> = new Map([
  [0x6b, 0x212a],
  [0x73, 0x17f],
]);

/**
 * The set closed under simple case folding (CaseFolding.txt, statuses C and S), which `(?i)` means in RE2 and the
 * flags `iu` mean in ECMAScript.
 */
export function foldCase(set: CodePoints): CodePoints {
  const known = folded.get(set);
  if (known !== undefined) return known;
  const highest = set.at(-1) ?? 0;
  const closed = codePoints([...set, ...(highest < 0x80 ? asciiVariants(set) : variants(set))]);
  folded.set(set, closed);
  return closed;
}

/** Cached closures of sets: named classes are used again and again. */
const folded = new WeakMap<CodePoints, CodePoints>();

function asciiVariants(set: CodePoints): number[] {
  const pairs: number[] = [];
  for (const [low, high] of rangesOf(set)) {
    for (let point = low; point <= high; point++) {
      const letter = point | 0x20;
      if (letter < 0x61 || letter > 0x7a) continue;
      pairs.push(letter, letter, letter - 0x20, letter - 0x20);
      const outside = OUTSIDE_ASCII.get(letter);
      if (outside !== undefined) pairs.push(outside, outside);
    }
  }
  return pairs;
}

/** The cased characters that equal some member of the set when case is ignored. */
function variants(set: CodePoints): number[] {
  const pairs: number[] = [];
  const ranges = rangesOf(set).values();
  let range = ranges.next();
  for (const [point, same] of orbits()) {
    while (range.done !== true && range.value[1] < point) range = ranges.next();
    if (range.done === true) break;
    if (range.value[0] <= point) for (const other of same) pairs.push(other, other);
  }
  return pairs;
}

let allOrbits: readonly (readonly [number, readonly number[]])[] | null = null;

/** Every character that has another case, ascending, with all that equal it when case is ignored. */
function orbits(): readonly (readonly [number, readonly number[]])[] {
  if (allOrbits !== null) return allOrbits;
  const points: number[] = [];
  for (const [low, high] of rangesOf(CASED_BLOCKS)) {
    for (let point = low; point <= high; point++) points.push(point);
  }
  const orbitOf = new Map<number, Set<number>>();
  for (const point of points) {
    const orbit = new Set([point]);
    for (const same of sameLetters(point)) for (const other of orbitOf.get(same) ?? [same]) orbit.add(other);
    for (const other of orbit) orbitOf.set(other, orbit);
  }
  allOrbits = points
    .map((point) => [point, [...entryOf(orbitOf, point)]] as const)
    .filter(([, orbit]) => orbit.length > 1);
  return allOrbits;
}

/** Characters that differ from this one in case only: those that the full mappings reach and `iu` confirms. */
function sameLetters(point: number): readonly number[] {
  const letter = String.fromCodePoint(point);
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  if (lower === letter && upper === letter) return [];
  const member = new RegExp(`^\\u{${point.toString(16)}}$`, 'iu');
  const reached = new Set([
    lower,
    upper,
    upper.toLowerCase(),
    lower.toUpperCase(),
    ...(SPECIAL.get(upper) ?? []),
  ]);
  reached.delete(letter);
  return [...reached]
    .filter((other) => member.test(other))
    .map((other) => required(other.codePointAt(0), 'a character'));
}

/** Letters that fold into each other and that no mapping to one character joins, by their common capital. */
const SPECIAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['\u0399\u0308\u0301', ['\u0390', '\u1fd3']],
  ['\u03a5\u0308\u0301', ['\u03b0', '\u1fe3']],
  ['ST', ['\ufb05', '\ufb06']],
]);
