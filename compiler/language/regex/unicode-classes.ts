import { ALL, codePoints, rangesOf, type CodePoints } from './code-points.ts';

/** General categories of Unicode under their short names, the only ones RE2 knows. */
const CATEGORY = /^(?:C[cfnos]?|L[lmotuC]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;
const SCRIPT = /^[A-Z][A-Za-z_]+$/;

/** The blocks that are looked through. They divide the surrogates into leading and trailing: no two make a pair. */
const BLOCK = 0x400;

/**
 * Ranges (pairs `low, high`) whose characters share all properties, so that the first represents all: the
 * planes without a character, and the private ones.
 */
const UNIFORM: readonly number[] = [
  0x40000, 0xdffff, 0xf0000, 0xffffd, 0xffffe, 0xfffff, 0x100000, 0x10fffd, 0x10fffe, 0x10ffff,
];
const SEARCHED: readonly number[] = [0, 0x3ffff, 0xe0000, 0xeffff];

/** The classes used so far: at most as many as Unicode has names. */
const known = new Map<string, CodePoints>();

/**
 * The characters of `\p{name}`: `Any`, a general category (`L`, `Lu`, …) or a script (`Greek`), by the Unicode version
 * of the platform that compiles; null for an unknown class.
 */
export function unicodeClass(name: string): CodePoints | null {
  if (name === 'Any') return ALL;
  const property = CATEGORY.test(name) ? name : SCRIPT.test(name) ? `Script=${name}` : null;
  if (property === null) return null;
  const found = known.get(name);
  if (found !== undefined) return found;
  try {
    const points = members(new RegExp(`\\p{${property}}+`, 'gu'));
    known.set(name, points);
    return points;
  } catch {
    return null;
  }
}

function members(runs: RegExp): CodePoints {
  const pairs: number[] = [];
  for (const [low, high] of rangesOf(SEARCHED)) {
    for (let start = low; start <= high; start += BLOCK) pairs.push(...membersOfBlock(start, runs));
  }
  for (const [low, high] of rangesOf(UNIFORM)) {
    if (String.fromCodePoint(low).match(runs) !== null) pairs.push(low, high);
  }
  return codePoints(pairs);
}

function membersOfBlock(start: number, runs: RegExp): number[] {
  const points: number[] = [];
  for (let point = start; point < start + BLOCK; point++) points.push(point);
  const block = String.fromCodePoint(...points);
  const width = start > 0xffff ? 2 : 1;
  const pairs: number[] = [];
  for (const run of block.matchAll(runs)) {
    const low = start + run.index / width;
    pairs.push(low, low + run[0].length / width - 1);
  }
  return pairs;
}
