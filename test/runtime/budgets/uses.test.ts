import { expect, test } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { requestedOf } from '../../../library/budgets/requested.ts';

const YAML = `
templates:
  payment: { id: string, centre!: string, amount!: integer, currency: string }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
  big: { escalate: big, if: payment.amount > 1000 }
budgets:
  spend: { for: payment, if: payment.currency == "EUR", per: payment.centre, amount: payment.amount, limit: 500, window: 24h }
`;
const engine = await Engine.fromSources([{ path: 'a.yaml', text: YAML }]);
const pay = (data: object): { template: string; data: Record<string, unknown> } => ({
  template: 'payment',
  data: { centre: 'ops', amount: 30, currency: 'EUR', ...data },
});

test('an allow that would count is a deny where nothing counts', () => {
  const result = engine.evaluate({ scoped: true, facts: [pay({})] });
  expect(result).toMatchObject({
    decision: 'deny',
    reason: 'this ruleset counts decisions: use POST /v1/decisions',
    metadata: { code: 'decision_required' },
  });
});

test('an allow without uses stays, and so does every other decision', () => {
  expect(engine.evaluate({ scoped: true, facts: [pay({ currency: 'USD' })] }).decision).toBe('allow');
  expect(engine.evaluate({ scoped: true, facts: [pay({ amount: 2000 })] }).decision).toBe('escalate');
});

test('a plain evaluation never allows', async () => {
  const plain = await Engine.fromSources([{ path: 'a.yaml', text: YAML }]);
  plain.assertFacts([pay({ currency: 'USD' })]);
  expect(plain.evaluate()).toMatchObject({ decision: 'deny', metadata: { code: 'decision_required' } });
});

test('refuses equal facts, of one request and of a session', async () => {
  const facts = [pay({}), pay({})];
  expect(() => engine.evaluate({ scoped: true, facts })).toThrow('two of them are equal');
  const held = await Engine.fromSources([{ path: 'a.yaml', text: YAML }]);
  held.assertFacts([pay({})]);
  expect(() => held.evaluate({ scoped: true, facts: [pay({})] })).toThrow('two of them are equal');
});

test('adds up the amounts of one key, and counts no earlier fact', async () => {
  const held = await Engine.fromSources([{ path: 'a.yaml', text: YAML }]);
  held.assertFacts([pay({ id: 'held' })]);
  const facts = [pay({ id: 'a' }), pay({ id: 'b', amount: 12 }), pay({ id: 'c', centre: 'hr' })];
  const { uses, decision } = held.evaluate({ scoped: true, facts, counts: true });
  expect(decision).toBe('allow');
  const budgets = held.ruleset.budgets!;
  const requested = requestedOf({ budgets, uses: uses!, document: null, hostFacts: [], token: 't' });
  expect(requested.map(({ key, amount, limit, state }) => [{ ...key }, amount, limit, state])).toEqual([
    [{ centre: 'ops' }, 42n, 500n, 'known'],
    [{ centre: 'hr' }, 30n, 500n, 'known'],
  ]);
});

test('the sums that the host brings decide', () => {
  const sums = (used: number, requested: number, more = {}): object => ({
    template: '__budget',
    data: {
      budget: 'spend',
      key: 'k',
      state: 'known',
      approved: 'no',
      allowed: 'yes',
      used,
      reserved: 0,
      spent: used,
      requested,
      limit: 500,
      ...more,
    },
  });
  const decide = (fact: object): object =>
    engine.evaluate({ scoped: true, counts: true, facts: [pay({})], hostFacts: [fact as never] });
  expect(decide(sums(470, 30))).toMatchObject({ decision: 'allow' });
  expect(decide(sums(471, 30))).toMatchObject({
    decision: 'deny',
    reason: 'budget spend is exceeded: used 471, reserved 0, requested 30, limit 500',
    metadata: { budget: 'spend', code: 'budget_exceeded' },
  });
  expect(decide(sums(471, 30, { approved: 'yes' }))).toMatchObject({ decision: 'allow' });
  expect(decide(sums(0, 0, { state: 'amount' }))).toMatchObject({
    decision: 'deny',
    reason: 'budget spend: the amount is missing',
    metadata: { budget: 'spend', code: 'budget_unknown' },
  });
});

test('a limit of the host is that of the key if its fact has slots of this name, otherwise the least', async () => {
  const limited = await Engine.fromSources([
    {
      path: 'limits.yaml',
      text: `
templates:
  payment: { id!: string, centre!: string, kind!: string, amount!: integer }
  cap: { from: host, slots: { centre: string, most!: integer } }
  total: { from: host, slots: { most!: integer, centre: { type: string, list: true } } }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  own: { for: payment, per: [payment.centre, payment.kind, token], limit: cap.most, window: 24h }
  other: { for: payment, per: payment.kind, limit: cap.most, window: 24h }
  all: { for: payment, per: payment.centre, limit: total.most, window: 24h }
`,
    },
  ]);
  const facts = ['a', 'b', 'c'].map((centre) => pay({ id: centre, centre, kind: 'x', currency: undefined }));
  const sent = facts.map(({ template, data: { currency: _, ...data } }) => ({ template, data }));
  const fact = (template: string, data: Record<string, unknown>): (typeof facts)[number] => ({
    template,
    data,
  });
  const hostFacts = [
    ...[fact('cap', { centre: 'a', most: 50 }), fact('cap', { centre: 'b', most: 9 })],
    ...[fact('cap', { centre: 'b', most: 8 }), fact('cap', { most: 1 })],
    ...[fact('total', { most: 70, centre: [] }), fact('total', { most: 60, centre: ['a'] })],
  ];
  const { uses } = limited.evaluate({ scoped: true, facts: sent, hostFacts, counts: true });
  const budgets = limited.ruleset.budgets!;
  const requested = requestedOf({ budgets, uses: uses!, document: null, hostFacts, token: 't' });
  expect(
    requested.map(({ budget, key, limit, state }) => [budget.name, Object.values(key)[0], limit, state]),
  ).toEqual([
    ['own', 'a', 50n, 'known'],
    ['own', 'b', 8n, 'known'],
    // No fact names it: a decision on it is denied.
    ['own', 'c', 0n, 'limit'],
    ['other', 'x', 1n, 'known'],
    ['all', 'a', 60n, 'known'],
    ['all', 'b', 60n, 'known'],
    ['all', 'c', 60n, 'known'],
  ]);
});

test('sums come from the host only', () => {
  const fact = { template: '__budget', data: {} };
  expect(() => engine.evaluate({ scoped: true, facts: [fact] })).toThrow("'from: host'");
});
