import { writeCount } from '../report/write-quantity.ts';
import { rulesetFile } from './ruleset-file.ts';
import type { Case, GivenFact, Request, Workload } from './workload.ts';

const SIZES = [100, 10_000] as const;
const AGENTS = 10;
const KINDS = ['read', 'write', 'payment'] as const;
/** Seconds since the epoch; events come every ten seconds and end here. */
const NOW = 2_000_000_000;
const EVERY = 10;
/** Agents below this one are busy: they have every second event. */
const BUSY = 3;

function event(n: number, total: number): GivenFact {
  const agent = n % 2 === 0 ? (n >> 1) % BUSY : BUSY + (n % (AGENTS - BUSY));
  return {
    template: 'event',
    data: {
      id: `event-${n}`,
      agent: `agent-${agent}`,
      kind: KINDS[n % KINDS.length]!,
      at: NOW - EVERY * (total - n),
    },
  };
}

/** One more event, and the question whether its agent may go on. */
function request(n: number, total: number): Request {
  const agent = `agent-${n % AGENTS}`;
  const kind = KINDS[n % KINDS.length]!;
  return [
    { template: 'event', data: { id: `event-${total}`, agent, kind, at: NOW } },
    { template: 'request', data: { agent, verb: kind } },
  ];
}

function caseOf(events: number): Case {
  return {
    label: `${writeCount(events)} events`,
    sources: [rulesetFile('rates')],
    session: Array.from({ length: events }, (_, n) => event(n, events)),
    requests: Array.from({ length: 3 * AGENTS }, (_, n) => request(n, events)),
    systems: ['ferrule', 'clips'],
    now: NOW,
  };
}

export const temporal: Workload = {
  id: 'W8',
  title: 'temporal counts, one event more',
  cases: () => SIZES.map(caseOf),
};
