import type { Expectation } from '../../library/suite/suite.ts';
import type { Reservation } from '../../store/budgets/ledger.ts';
import { compareFailure, type Failure } from './compare-answer.ts';
import type { Difference } from './difference.ts';

/** Members of a settled reservation that can be expected. */
const MEMBERS = ['state', 'over', 'late'] as const;

/** All differences between a settlement and what is expected of it. */
export function compareSettled(expected: Expectation, got: Reservation | Failure): readonly Difference[] {
  if ('error' in got) return compareFailure(expected, got, 'a reservation');
  if (expected.error !== undefined)
    return [{ what: 'error', expected: expected.error, got: `reservation ${got.state}` }];
  return MEMBERS.flatMap((what) =>
    expected[what] === undefined || expected[what] === got[what]
      ? []
      : [{ what, expected: String(expected[what]), got: String(got[what]) }],
  );
}
