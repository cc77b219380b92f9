import type { ChildAnswer } from './child.ts';

function fired({ trace }: ChildAnswer, ordered: boolean): string | null {
  if (trace === null) return null;
  return (ordered ? trace : [...trace].sort()).join(' ');
}

/** Describes the first difference between two lists of results, or returns null. The order of firings counts if `ordered`. */
export function compareAnswers(
  expected: readonly ChildAnswer[],
  given: readonly ChildAnswer[],
  ordered: boolean,
): string | null {
  if (expected.length !== given.length) return `${given.length} answers instead of ${expected.length}`;
  for (const [index, one] of expected.entries()) {
    const other = given[index]!;
    if (one.decision !== other.decision || one.reason !== other.reason)
      return `request ${index} is ${other.decision} (${other.reason}), not ${one.decision} (${one.reason})`;
    const [left, right] = [fired(one, ordered), fired(other, ordered)];
    if (left !== null && right !== null && left !== right)
      return `request ${index} fired ${right}, not ${left}`;
  }
  return null;
}
