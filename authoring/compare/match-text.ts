import type { TextMatch } from '../../library/suite/suite-schema.ts';

/** True if a text equals, matches or contains the expected one. A pattern may match anywhere. */
export function matchesText(expected: TextMatch | null, got: string | null): boolean {
  if (expected === null || typeof expected === 'string') return got === expected;
  if (got === null) return false;
  return 'matches' in expected
    ? new RegExp(expected.matches, 'u').test(got)
    : got.includes(expected.contains);
}

/** An expected text for people. */
export function showMatch(expected: TextMatch | null): string {
  if (expected === null || typeof expected === 'string') return JSON.stringify(expected);
  return 'matches' in expected
    ? `matching /${expected.matches}/`
    : `containing ${JSON.stringify(expected.contains)}`;
}
