import { writeCount } from '../report/write-quantity.ts';
import { rulesetFile } from './ruleset-file.ts';
import type { Case, GivenFact, Request, Workload } from './workload.ts';

const SIZES = [100, 100_000] as const;
const REQUESTS = 60;
/** Documents with the tags that a request needs. */
const MATCHING = 10;

/** Few documents have a tag that requests ask for; all others have tags of their own. */
function document(n: number): GivenFact {
  const tags = n < MATCHING ? [`asked-${n}`, 'common'] : [`own-${n}`, `rare-${n}`];
  return { template: 'document', data: { id: `document-${n}`, owner: `owner-${n}`, tags } };
}

function request(n: number): Request {
  const one = n % MATCHING;
  return [
    {
      template: 'request',
      data: {
        tag: `asked-${one}`,
        wanted: [`asked-${(one + 1) % MATCHING}`, 'none'],
        owners: [`owner-${one}`],
      },
    },
  ];
}

function caseOf(size: number): Case {
  return {
    label: `${writeCount(size)} facts`,
    sources: [rulesetFile('documents')],
    session: Array.from({ length: size }, (_, n) => document(n)),
    requests: Array.from({ length: REQUESTS }, (_, n) => request(n)),
    systems: ['ferrule'],
  };
}

export const lists: Workload = {
  id: 'W13',
  title: 'joins through lists: has, in and each',
  cases: () => SIZES.map(caseOf),
};
