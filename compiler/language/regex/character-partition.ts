import type { CodePoints } from './code-points.ts';

/** All characters divided into classes that no set of a program distinguishes. */
interface CharacterPartition {
  /** Ascending code points at which an interval begins; the first is 0. */
  readonly starts: readonly number[];
  /** The class of each interval. Numbered in order of appearance. */
  readonly classes: readonly number[];
  /**
   * For each set given, the classes it consists of as flat pairs `first, last`. Since classes are numbered as they
   * appear, a set never has more pairs here than it has ranges of code points.
   */
  readonly sets: readonly (readonly number[])[];
}

/** The coarsest partition in which each of `sets` is a union of classes. */
export function partitionCharacters(sets: readonly CodePoints[]): CharacterPartition {
  const changes = membershipChanges(sets);
  const starts: number[] = [];
  const classes: number[] = [];
  const classOf = new Map<string, number>();
  const members: number[][] = sets.map(() => []);
  const holding = new Set<number>();
  for (const [point, flipped] of changes) {
    for (const set of flipped) {
      if (!holding.delete(set)) holding.add(set);
    }
    const signature = [...holding].sort((a, b) => a - b).join(' ');
    let id = classOf.get(signature);
    if (id === undefined) {
      id = classOf.size;
      classOf.set(signature, id);
      for (const set of holding) addClass(members[set]!, id);
    }
    if (classes.at(-1) !== id) {
      starts.push(point);
      classes.push(id);
    }
  }
  return { starts, classes, sets: members };
}

function addClass(pairs: number[], id: number): void {
  if (pairs.at(-1) === id - 1) pairs[pairs.length - 1] = id;
  else pairs.push(id, id);
}

/** The points at which some sets begin or end, in order, with those sets; 0 is always among them. */
function membershipChanges(sets: readonly CodePoints[]): readonly (readonly [number, readonly number[]])[] {
  const changes = new Map<number, number[]>([[0, []]]);
  sets.forEach((points, set) => {
    points.forEach((point, i) => {
      const at = i % 2 === 0 ? point : point + 1;
      const flipped = changes.get(at);
      if (flipped === undefined) changes.set(at, [set]);
      else flipped.push(set);
    });
  });
  return [...changes].filter(([point]) => point <= 0x10ffff).sort((a, b) => a[0] - b[0]);
}
