import type { Measured } from './measure-case.ts';

/** The least of some numbers; a batch has at least one. */
function best(values: readonly number[]): readonly number[] {
  return values.length === 0 ? [] : [Math.min(...values)];
}

/**
 * Merges measurements of several starts of the same systems into one: the best batch of all. V8 compiles the same
 * program a little differently in each process and stays with what it chose, and whatever else runs on the machine only
 * ever adds time: medians of one start differ by more between two runs of one build than two builds do.
 */
export function mergeStarts(starts: readonly (readonly Measured[])[]): readonly Measured[] {
  const [first, ...others] = starts;
  if (first === undefined || others.length === 0) return first ?? [];
  return first.map((measured, place) => {
    const all = starts.flatMap((start) => start[place] ?? []);
    const rounds = best(all.flatMap((one) => one.rounds));
    const problem = all.find((one) => one.problem !== null)?.problem ?? null;
    return {
      ...measured,
      rounds,
      requests: measured.requests.map((_, request) =>
        best(all.flatMap((one) => one.requests[request] ?? [])),
      ),
      nanoseconds: problem === null ? (rounds[0] ?? null) : null,
      problem,
      wrong: all.some((one) => one.wrong),
    };
  });
}
