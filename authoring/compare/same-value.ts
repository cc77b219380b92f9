import { NumberText } from '../../runtime/values/number-text.ts';

/** True if two JSON values are equal: numbers by value, objects regardless of key order. */
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

/** True if every member of `expected` is a member of `got`. */
export function includesMembers(expected: object, got: object): boolean {
  const members = new Map<string, unknown>(Object.entries(got));
  return Object.entries(expected).every(
    ([key, value]) => members.has(key) && sameValue(value, members.get(key)),
  );
}
