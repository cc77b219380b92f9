import { writeCount } from '../report/write-quantity.ts';
import { rulesetFile } from './ruleset-file.ts';
import type { Case, GivenFact, Request, Workload } from './workload.ts';

const SIZES = [100, 100_000] as const;
/** Payments of each account. */
const MATCHING = 10;
const REQUESTS = 60;

function payment(n: number, accounts: number): GivenFact {
  return {
    template: 'payment',
    data: {
      id: n,
      account: `account-${n % accounts}`,
      amount: (n * 37) % 500,
      kind: n % 3 === 0 ? 'cash' : 'card',
    },
  };
}

/** One more payment, and the question whether its account may pay. */
function request(n: number, accounts: number, size: number): Request {
  const account = `account-${(n * 7) % accounts}`;
  return [
    { template: 'payment', data: { id: size, account, amount: 100 * (n % 9), kind: 'card' } },
    { template: 'request', data: { account } },
  ];
}

function caseOf(size: number): Case {
  const accounts = size / MATCHING;
  return {
    label: `${writeCount(size)} facts`,
    sources: [rulesetFile('payments')],
    session: Array.from({ length: size }, (_, n) => payment(n, accounts)),
    requests: Array.from({ length: REQUESTS }, (_, n) => request(n, accounts, size)),
    systems: ['ferrule', 'clips', 'javascript'],
  };
}

export const aggregates: Workload = {
  id: 'W12',
  title: `aggregates, ${MATCHING} facts match`,
  cases: () => SIZES.map(caseOf),
};
