/** Parts that an HTTP caller can request in addition to the decision, and gets only on request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

const RULES = `
templates:
  - { name: t, slots: [{ name: s, type: string }, { name: on, type: boolean }, { name: at, type: time }, { name: l, type: float, list: true }] }
  - { name: d, slots: [{ name: s, type: string }] }
rules:
  - name: note
    when: [{ template: t, alias: $t }]
    then: { reason: "noted {t.s}", notify: [desk], assert: [{ template: d, slots: { s: "of {t.s}, {t.l}" } }] }
  - name: let
    when: [{ template: d, alias: $d }]
    then: { action: scope, scope: "only {d.s}", reason: "so {d.s}", metadata: { k: '{"d":"{d.s}"} {{x}}' } }
`;
const FACT = { template: 't', data: { s: 'a', on: true, at: 1769860800.25, l: [1, 2.5] } };
const OUT = { template: 't', data: { s: 'a', on: true, at: '2026-01-31T12:00:00.250Z', l: [1, 2.5] } };
const DERIVED = { template: 'd', data: { s: 'of a, 1.0, 2.5' } };
const FACTS = [OUT, { ...DERIVED, rule: 'MAIN::note' }];
const FIRINGS = [
  {
    rule: 'MAIN::note',
    action: null,
    reason: 'noted a',
    metadata: {},
    scope: null,
    notify: ['desk'],
    obligations: [],
    facts: [OUT],
  },
  {
    rule: 'MAIN::let',
    action: 'scope',
    reason: 'so of a, 1.0, 2.5',
    metadata: { k: '{"d":"of a, 1.0, 2.5"} {{x}}' },
    scope: 'only of a, 1.0, 2.5',
    notify: [],
    obligations: [],
    facts: [DERIVED],
  },
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ 'r.yaml': RULES });
});
afterAll(() => service.close());

const evaluate = async (more: object) =>
  service.post('/v1/evaluate', { ruleset: 'r', facts: [FACT], ...more });

describe('POST /v1/evaluate', () => {
  test('adds what `include` names', async () => {
    const both = (await evaluate({ include: ['facts', 'firings'] })).json;
    expect([both['firings'], both['facts']]).toEqual([FIRINGS, FACTS]);
    const firings = (await evaluate({ include: ['firings'] })).json;
    expect([firings['firings'], 'facts' in firings]).toEqual([FIRINGS, false]);
    for (const more of [{}, { include: [] }]) {
      const { status, json } = await evaluate(more);
      expect([status, 'firings' in json, 'facts' in json]).toEqual([200, false, false]);
    }
  });

  test.each([[['fact']], ['facts'], [[1]], [{ facts: true }]])('refuses include %j', async (include) => {
    expect((await evaluate({ include })).status).toBe(422);
  });
});

describe('the whole decision of the Data API', () => {
  const ask = (query: string) => service.post(`/v1/data/r${query}`, { input: { t: FACT.data } });

  test('adds what `?include=` names, and nothing to a part of it', async () => {
    const { status, json } = await ask('?include=firings,facts');
    expect([status, json['result']]).toEqual([
      200,
      expect.objectContaining({ firings: FIRINGS, facts: FACTS }),
    ]);
    const part = await ask('/allow?include=facts');
    expect(part.json['result']).toBe(false);
  });

  test.each(['', '?include=', '?include=rules'])('has none of it for %j', async (query) => {
    const { status, json } = await ask(query);
    expect(status).toBe(200);
    expect(json['result']).not.toHaveProperty('firings');
    expect(json['result']).not.toHaveProperty('facts');
  });
});

test('the reason of the default shows that no rule fired', async () => {
  const none = await service.post('/v1/evaluate', { ruleset: 'r', facts: [] });
  expect(none.json).toMatchObject({ decision: 'deny', reason: 'default decision (no rules fired)' });
});
