import { NumberText } from '../../../runtime/number-text.ts';

/** Whether two JSON values say the same: numbers by their value, objects whatever the order of their keys. */
export function sameValue(expected: unknown, got: unknown): boolean {
  if (expected instanceof NumberText) return sameValue(expected.value, got) || expected.text === got;
  if (Array.isArray(expected))
    return (
      Array.isArray(got) &&
      got.length === expected.length &&
      expected.every((item, i) => sameValue(item, got[i]))
    );
  if (typeof expected !== 'object' || expected === null) return expected === got;
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false;
  return Object.keys(expected).length === Object.keys(got).length && includesMembers(expected, got);
}

/** Whether every member of `expected` is a member of `got`. */
export function includesMembers(expected: object, got: object): boolean {
  const members = new Map<string, unknown>(Object.entries(got));
  return Object.entries(expected).every(
    ([key, value]) => members.has(key) && sameValue(value, members.get(key)),
  );
}
