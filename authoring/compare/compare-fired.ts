import type { FiredExpectation } from '../../library/suite/suite.ts';
import type { Difference } from './difference.ts';

/** Compares the rules that fired, with those that fired more than once as often as they did. */
export function compareFired(expected: FiredExpectation, trace: readonly string[]): readonly Difference[] {
  const { includes = [], excludes = [], exactly, order } = expected;
  const differences: Difference[] = [];
  const fired = new Set(trace);
  const differ = (what: string, wanted: readonly string[], got: readonly string[]): void =>
    void differences.push({ what, expected: list(wanted), got: list(got) });
  const missing = includes.filter((name) => !fired.has(name));
  if (missing.length > 0) differ('fired.includes', missing, trace);
  const unwanted = excludes.filter((name) => fired.has(name));
  if (unwanted.length > 0)
    differences.push({ what: 'fired.excludes', expected: `not ${list(unwanted)}`, got: list(trace) });
  if (exactly !== undefined && !sameNames(exactly, trace))
    differ('fired', [...exactly].sort(), [...trace].sort());
  if (order !== undefined && !isSubsequence(order, trace)) differ('fired.order', order, trace);
  return differences;
}

function sameNames(expected: readonly string[], got: readonly string[]): boolean {
  const sorted = [...got].sort();
  return expected.length === got.length && [...expected].sort().every((name, i) => name === sorted[i]);
}

function isSubsequence(order: readonly string[], trace: readonly string[]): boolean {
  let next = 0;
  for (const name of trace) if (name === order[next]) next++;
  return next === order.length;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
