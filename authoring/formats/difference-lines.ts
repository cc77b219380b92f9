import type { Difference } from '../compare/difference.ts';

/** Up to this width, expected and got are printed side by side. */
const NARROW = 60;

/** The differences of a case, a line or a few each. */
export function differenceLines(differences: readonly Difference[]): readonly string[] {
  const what = Math.max(...differences.map((one) => one.what.length));
  const expected = Math.max(
    ...differences.map((one) => one.expected.length).filter((width) => width <= NARROW),
    0,
  );
  return differences.flatMap((one) => {
    const head = one.what.padEnd(what);
    const why = (one.why ?? []).map((line) => `  ${line}`);
    if (one.expected.length <= NARROW && one.got.length <= NARROW)
      return [`${head}  expected ${one.expected.padEnd(expected)}  got ${one.got}`, ...why];
    return [`${head}  expected ${one.expected}`, `${' '.repeat(what)}  got      ${one.got}`, ...why];
  });
}
