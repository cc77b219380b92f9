import type { ChildAnswer } from './child.ts';

function fired({ trace }: ChildAnswer): string | null {
  return trace === null ? null : [...trace].sort().join(' ');
}

/** The first difference between two lists of answers in words, or null. Traces are compared as sets of firings. */
export function compareAnswers(expected: readonly ChildAnswer[], given: readonly ChildAnswer[]): string | null {
  if (expected.length !== given.length) return `${given.length} answers instead of ${expected.length}`;
  for (const [index, one] of expected.entries()) {
    const other = given[index]!;
    if (one.decision !== other.decision || one.reason !== other.reason)
      return `request ${index} is ${other.decision} (${other.reason}), not ${one.decision} (${one.reason})`;
    const [left, right] = [fired(one), fired(other)];
    if (left !== null && right !== null && left !== right) return `request ${index} fired ${right}, not ${left}`;
  }
  return null;
}
