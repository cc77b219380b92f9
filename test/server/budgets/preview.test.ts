import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../full.ts';
import { startBudgets, STORES, type BudgetServer, type Reply } from './server.ts';

const POLICY = `
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: 500, window: 24h }
`;
// A plain run counts in both stores in `decisions.test.ts` and others.
describe.each(STORES.slice(0, full(2, 1)))('%s', (_store, createStore) => {
  let server: BudgetServer;

  const body = (centre: string, amount: number, more = {}): object => ({
    ruleset: 'spend.yaml',
    facts: [{ template: 'payment', data: { centre, amount } }],
    ...more,
  });
  const preview = (centre: string, amount: number, more = {}, token = 'spender'): Promise<Reply> =>
    server.send('POST', '/v1/evaluate', body(centre, amount, { preview: true, ...more }), token);
  const decide = (centre: string, amount: number, key: string): Promise<Reply> =>
    server.send('POST', '/v1/decisions', body(centre, amount, { idempotency_key: key }));

  beforeAll(async () => {
    server = await startBudgets(
      { 'spend.yaml': POLICY, 'plain.yaml': POLICY.split('budgets:')[0]! },
      {},
      createStore,
    );
  });
  afterAll(() => server.end());

  test('a preview reads the sums and counts nothing', async () => {
    await decide('a', 480, 'a');
    for (let i = 0; i < 2; i++)
      expect(await preview('a', 20, { include: ['budgets'] })).toMatchObject({
        status: 200,
        body: {
          decision: 'allow',
          counted: false,
          consumes: true,
          attestation_token: null,
          budgets: [{ requested: 20, used: 480, limit: 500, exceeded: false }],
        },
      });
    const { body: exceeded } = await preview('a', 21);
    expect(exceeded).toMatchObject({ decision: 'deny', consumes: false, exceeded_budgets: ['spend'] });
    expect(exceeded['reason']).toBe(
      'budget spend is exceeded: used 480, reserved 0, requested 21, limit 500',
    );
    expect((await decide('a', 20, 'a-2')).body['decision']).toBe('allow');
  });

  test('figures need the role `budgets`', async () => {
    await decide('b', 480, 'b');
    const { body: shown } = await preview('b', 21, {}, 'other');
    expect(shown).toMatchObject({
      decision: 'deny',
      reason: 'budget spend exceeded',
      exceeded_budgets: ['spend'],
    });
    expect(JSON.stringify(shown)).not.toMatch(/\b480\b/);
    expect((await preview('b', 21, { include: ['budgets'] }, 'other')).status).toBe(403);
    expect((await preview('b', 21, { include: ['facts'] }, 'other')).status).toBe(403);
    expect((await preview('b', 21, { include: ['facts'] })).status).toBe(200);
  });

  test('only evaluate previews', async () => {
    const one = body('c', 1, { idempotency_key: 'c', preview: true });
    expect(await server.send('POST', '/v1/decisions', one)).toMatchObject({
      status: 422,
      body: { error: 'validation_error' },
    });
    expect((await server.send('POST', '/v1/evaluate', body('c', 1, { preview: 1 }))).status).toBe(422);
    expect((await server.send('POST', '/v1/evaluate', body('c', 1, { include: ['budgets'] }))).status).toBe(
      422,
    );
    expect((await server.send('POST', '/v1/evaluate', body('c', 1, { preview: false }))).body).toMatchObject({
      metadata: { code: 'decision_required' },
    });
  });

  test('a ruleset without budgets consumes nothing', async () => {
    expect((await preview('d', 1, { ruleset: 'plain.yaml' })).body).toMatchObject({
      decision: 'allow',
      counted: false,
      consumes: false,
      exceeded_budgets: [],
    });
  });

  test('an explanation shows the sums to who may see them', async () => {
    await decide('e', 480, 'e');
    const explain = (token: string): Promise<Reply> =>
      server.send('POST', '/v1/explain', body('e', 30), token);
    expect((await explain('spender')).body).toMatchObject({
      decision: 'deny',
      budgets: [{ budget: 'spend', exceeded: true, text: 'used 480, requested 30, limit 500' }],
    });
    const { status, body: hidden } = await explain('other');
    expect(status).toBe(200);
    expect(JSON.stringify(hidden)).not.toMatch(/\b480\b/);
  });
});
