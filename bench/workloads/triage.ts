import { triagePart, triageRuleset } from './triage-ruleset.ts';
import { ACTIONS, EXPOSURES, INDICATORS, KINDS, ROLES, SOURCES, TIERS } from './triage-tables.ts';
import type { GivenFact, Request, Workload } from './workload.ts';

const REQUESTS = 36;

function pick<T>(values: readonly T[], index: number): T {
  return values[index % values.length]!;
}

/** The three facts that the part of the ruleset needs. */
function subject(n: number): readonly GivenFact[] {
  const [alert, asset, user] = [`alert-${n}`, `asset-${n % 7}`, `user-${n % 5}`];
  return [
    {
      template: 'alert',
      data: {
        id: alert,
        source: pick(SOURCES, n),
        kind: pick(KINDS, n * 4 + 1),
        severity: (n * 17) % 100,
        asset,
        user,
      },
    },
    { template: 'asset', data: { id: asset, tier: pick(TIERS, n), exposure: pick(EXPOSURES, n) } },
    { template: 'account', data: { id: user, role: pick(ROLES, n >> 1), risk: (n * 29 + 20) % 100 } },
  ];
}

/** All eight facts. */
function request(n: number): Request {
  const alert = `alert-${n}`;
  const indicator = (i: number): GivenFact => ({
    template: 'indicator',
    data: {
      id: `indicator-${n}-${i}`,
      alert,
      kind: pick(INDICATORS, n + i),
      confidence: (n * 13 + 40 * i) % 100,
    },
  });
  const event = (i: number): GivenFact => ({
    template: 'event',
    data: { id: `event-${n}-${i}`, alert, action: pick(ACTIONS, n + 2 * i), count: (n * 7 + 35 * i) % 100 },
  });
  return [...subject(n), indicator(0), indicator(1), event(0), event(1), event(2)];
}

export const triage: Workload = {
  id: 'W2',
  title: 'triage',
  cases: () => [
    {
      label: '150 rules in 3 modules, 8 facts',
      sources: [triageRuleset()],
      session: [],
      requests: Array.from({ length: REQUESTS }, (_, n) => request(n)),
      systems: ['ferrule', 'clips', 'javascript', 'javascript-indexed'],
    },
    {
      label: 'its 36 rules without chaining, 3 facts',
      sources: [triagePart()],
      session: [],
      requests: Array.from({ length: REQUESTS }, (_, n) => subject(n)),
      systems: [
        'ferrule',
        'clips',
        'javascript',
        'javascript-indexed',
        'json-rules-engine',
        'json-logic-engine',
        'rools',
        'casbin',
        'zen-engine',
        'cedar',
        'nools',
      ],
    },
  ],
};
