import { readVersionRange } from '../../../runtime/values/version-range.ts';
import { textOperator } from './asked-text.ts';

/** A version in one of npm's ranges. Invalid versions are in no range. */
export const semverSatisfies = textOperator(
  'semver_satisfies',
  { one: 'service-semver-satisfies?', some: null },
  (text) => (readVersionRange(text) === null ? 'expected a version range as in npm' : null),
);
