import { rulesetFile } from './ruleset-file.ts';
import type { GivenFact, Request, Workload } from './workload.ts';

const TEAMS = ['finance', 'legal', 'platform', 'people', 'sales'] as const;
const KINDS = ['report', 'contract', 'payroll'] as const;
const VERBS = ['read', 'write', 'share'] as const;
const ZONES = ['office', 'remote', 'guest'] as const;
const REQUESTS = 60;

function agent(n: number): GivenFact {
  const status = n % 11 === 10 ? 'suspended' : 'active';
  return {
    template: 'agent',
    data: { id: `agent-${n}`, team: TEAMS[n % TEAMS.length]!, clearance: n % 4, status },
  };
}

function document(n: number): GivenFact {
  return {
    template: 'document',
    data: {
      id: `document-${n}`,
      team: TEAMS[n % TEAMS.length]!,
      level: (n >> 2) % 4,
      kind: KINDS[n % KINDS.length]!,
    },
  };
}

function grant(n: number, agents: number): GivenFact {
  return {
    template: 'grant',
    data: { agent: `agent-${n % agents}`, document: `document-${n}`, verb: VERBS[n % VERBS.length]! },
  };
}

/** `size` facts of three templates, mixed as they would come in. */
export function joinsSession(size: number): readonly GivenFact[] {
  const agents = Math.floor(size * 0.3);
  return Array.from({ length: size }, (_, n) => {
    if (n < agents) return agent(n);
    if (n < 2 * agents) return document(n - agents);
    return grant(n - 2 * agents, agents);
  });
}

function request(n: number, agents: number): Request {
  const who = `agent-${(n * 7) % agents}`;
  const what = (n * (n % 3 === 0 ? 7 : 13)) % agents;
  return [
    {
      template: 'request',
      data: { id: `request-${n}`, agent: who, document: `document-${what}`, verb: VERBS[n % VERBS.length]! },
    },
    { template: 'token', data: { agent: who, age: n % 13 === 5 ? 7200 : 60 } },
    { template: 'network', data: { agent: who, zone: ZONES[(n >> 2) % ZONES.length]! } },
  ];
}

export function joinsRequests(size: number): readonly Request[] {
  const agents = Math.floor(size * 0.3);
  return Array.from({ length: REQUESTS }, (_, n) => request(n, agents));
}

const FACTS = 1000;

export const joins: Workload = {
  id: 'W3',
  title: 'joins: 1,000 facts in the session, 3 in the request',
  cases: () => [
    {
      label: '',
      sources: [rulesetFile('joins')],
      session: joinsSession(FACTS),
      requests: joinsRequests(FACTS),
      systems: ['ferrule', 'clips', 'javascript'],
    },
  ],
};
