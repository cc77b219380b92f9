import { readVersionRange } from '../../../runtime/functions/version-range.ts';
import { textOperator } from './asked-text.ts';

/** A version of one of npm's ranges. What is no version is in none. */
export const semverSatisfies = textOperator(
  'semver_satisfies',
  { one: 'service-semver-satisfies?', some: null },
  (text) => (readVersionRange(text) === null ? 'write a range as npm does' : null),
);
