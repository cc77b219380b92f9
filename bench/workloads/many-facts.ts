import { writeCount } from '../report/write-quantity.ts';
import { joinsRequests, joinsSession } from './joins.ts';
import { rulesetFile } from './ruleset-file.ts';
import type { Case, Workload } from './workload.ts';

const SIZES = [100, 1_000, 10_000, 100_000] as const;

function caseOf(facts: number): Case {
  return {
    label: `${writeCount(facts)} facts`,
    sources: [rulesetFile('joins')],
    session: joinsSession(facts),
    requests: joinsRequests(facts),
    systems: ['ferrule', 'clips'],
  };
}

export const manyFactsWorkload: Workload = {
  id: 'W6',
  title: 'facts in the session, joins of W3',
  cases: () => SIZES.map(caseOf),
};
