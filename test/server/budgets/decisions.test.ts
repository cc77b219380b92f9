import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBudgets, STORES, type BudgetServer, type Reply } from './server.ts';

const POLICY = `
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: 500, window: 24h }
`;
const HELD = POLICY.replace('window: 24h', 'window: 24h, reserve: { ttl: 15m }');
const SESSION = POLICY.replace('window: 24h', 'window: session');

describe.each(STORES)('%s', (_store, createStore) => {
  let server: BudgetServer;

  const request = (centre: string, amount: unknown, key: string, more = {}): object => ({
    ruleset: 'spend.yaml',
    idempotency_key: key,
    facts: [{ template: 'payment', data: { id: key, centre, amount } }],
    ...more,
  });
  const decide = (
    centre: string,
    amount: unknown,
    key: string,
    more = {},
    token = 'spender',
  ): Promise<Reply> => server.send('POST', '/v1/decisions', request(centre, amount, key, more), token);

  beforeAll(async () => {
    server = await startBudgets(
      { 'spend.yaml': POLICY, 'held.yaml': HELD, 'session.yaml': SESSION },
      {},
      createStore,
    );
  });
  afterAll(() => server.end());

  describe('POST /v1/decisions', () => {
    test('counts, and denies what exceeds the limit', async () => {
      const first = await decide('a', 480, 'a-1', { include: ['budgets'] });
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({
        decision: 'allow',
        counted: true,
        replayed: false,
        exceeded_budgets: [],
        reservation: null,
        budgets: [
          { budget: 'spend', key: { centre: 'a' }, requested: 480, used: 0, limit: 500, exceeded: false },
        ],
      });
      const second = await decide('a', 21, 'a-2', { include: ['budgets'] });
      expect(second.body).toMatchObject({
        decision: 'deny',
        reason: 'budget spend is exceeded: used 480, reserved 0, requested 21, limit 500',
        counted: false,
        exceeded_budgets: ['spend'],
        budgets: [{ used: 480, exceeded: true }],
      });
      expect((await decide('a', 20, 'a-3')).body).toMatchObject({ decision: 'allow', counted: true });
    });

    test('the same key counts once, and another request of it is refused', async () => {
      const first = await decide('b', 300, 'b-1');
      const again = await decide('b', 300, 'b-1');
      expect(again.body).toEqual({ ...first.body, replayed: true });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await decide('b', 301, 'b-1')).toMatchObject({
        status: 409,
        body: { error: 'idempotency_conflict' },
      });
      expect((await decide('b', 200, 'b-2')).body['decision']).toBe('allow');
      // A key belongs to its token.
      expect((await decide('b', 300, 'b-1', {}, 'other')).body['decision']).toBe('deny');
    });

    test('takes its key from a header, and refuses none and two', async () => {
      const { idempotency_key: _, ...body } = request('h', 1, 'h-1') as Record<string, unknown>;
      const header = { 'idempotency-key': 'h-1' };
      expect((await server.send('POST', '/v1/decisions', body, 'spender', header)).body['counted']).toBe(
        true,
      );
      expect((await server.send('POST', '/v1/decisions', body)).status).toBe(422);
      const two = await server.send('POST', '/v1/decisions', request('h', 1, 'h-2'), 'spender', header);
      expect(two).toMatchObject({ status: 422, body: { error: 'validation_error' } });
    });

    test('refuses amounts that cannot be counted', async () => {
      expect(await decide('c', -1, 'c-1')).toMatchObject({ status: 422, body: { error: 'budget_amount' } });
      expect(await decide('c', 1.5, 'c-2')).toMatchObject({ status: 422, body: { error: 'budget_amount' } });
      expect(await decide('c', 1e300, 'c-3')).toMatchObject({
        status: 422,
        body: { error: 'validation_error' },
      });
      expect((await decide('c', 0, 'c-4')).body).toMatchObject({ decision: 'allow', counted: true });
    });

    test('refuses text that is not Unicode, and counts nothing for it', async () => {
      expect(await decide('u', 300, 'u-1', { input: { half: '\ud800' } })).toMatchObject({
        status: 422,
        body: { error: 'validation_error' },
      });
      // The key is free, and the whole limit is there.
      expect((await decide('u', 500, 'u-1')).body).toMatchObject({ decision: 'allow', replayed: false });
    });

    test('shows sums to the role `budgets` only', async () => {
      expect((await decide('d', 1, 'd-1', { include: ['budgets'] }, 'other')).status).toBe(403);
      expect((await server.send('GET', '/v1/budgets', undefined, 'other')).status).toBe(403);
    });

    test('a budget of a session needs one', async () => {
      const body = { ruleset: 'session.yaml' };
      expect((await decide('s', 1, 's-1', body)).status).toBe(422);
      const one = { ...body, session_id: 'one' };
      expect((await decide('s', 400, 's-2', one)).body['decision']).toBe('allow');
      expect((await decide('s', 400, 's-3', one)).body['decision']).toBe('deny');
      expect((await decide('s', 400, 's-4', { ...body, session_id: 'two' })).body['decision']).toBe('allow');
    });

    test('an evaluation of the same ruleset is a deny', async () => {
      const { idempotency_key: _, ...body } = request('e', 1, 'e') as Record<string, unknown>;
      expect((await server.send('POST', '/v1/evaluate', body)).body).toMatchObject({
        decision: 'deny',
        metadata: { code: 'decision_required' },
      });
    });
  });

  describe('reservations', () => {
    const held = { ruleset: 'held.yaml', include: ['budgets'] };

    test('are held, and what is committed counts in their place', async () => {
      const { body } = await decide('r', 400, 'r-1', held);
      expect(body).toMatchObject({ reservation: { id: body['decision_id'], state: 'reserved' } });
      expect((await decide('r', 101, 'r-2', held)).body).toMatchObject({
        decision: 'deny',
        budgets: [{ used: 0, reserved: 400 }],
      });
      const path = `/v1/reservations/${body['decision_id'] as string}`;
      expect((await server.send('POST', path, { commit: 27 })).status).toBe(403);
      const settled = await server.send('POST', path, { commit: 27 }, 'settler');
      expect(settled.body).toMatchObject({
        state: 'committed',
        settled: [{ budget: 'spend', key: { centre: 'r' }, reserved: 400, amount: 27 }],
        over: false,
        late: false,
      });
      expect((await server.send('POST', path, { commit: 27 }, 'settler')).status).toBe(200);
      expect((await server.send('POST', path, { commit: 28 }, 'settler')).body['error']).toBe(
        'reservation_closed',
      );
      expect((await decide('r', 473, 'r-3', held)).body).toMatchObject({
        decision: 'allow',
        budgets: [{ used: 27, reserved: 0 }],
      });
    });

    test('a release gives back, and its key is closed', async () => {
      const { body } = await decide('q', 500, 'q-1', held);
      const path = `/v1/reservations/${body['decision_id'] as string}`;
      expect((await server.send('POST', path, { release: true }, 'settler')).body['state']).toBe('released');
      expect(await decide('q', 500, 'q-1', held)).toMatchObject({
        status: 409,
        body: { error: 'reservation_closed' },
      });
      expect((await decide('q', 500, 'q-2', held)).body['decision']).toBe('allow');
    });

    test.each([[{}], [{ commit: 1, release: true }], [{ commit: -1 }], [{ commit: 1.5 }], [{ commit: [] }]])(
      'refuse %j',
      async (settlement) => {
        const { body } = await decide('z', 0, `z-${JSON.stringify(settlement)}`, held);
        const path = `/v1/reservations/${body['decision_id'] as string}`;
        expect((await server.send('POST', path, settlement, 'settler')).status).toBe(422);
      },
    );

    test('an unknown one is not found', async () => {
      expect((await server.send('GET', '/v1/reservations/none', undefined, 'settler')).body['error']).toBe(
        'reservation_not_found',
      );
    });
  });

  test('of many decisions at once none passes the limit, whatever is killed', async () => {
    let allowed = 0;
    let inDoubt: string[] = [];
    const attempt = async (key: string): Promise<void> => {
      try {
        const { body } = await decide('k', 7, key);
        if (body['decision'] === 'allow') allowed += 7;
      } catch {
        inDoubt.push(key);
      }
    };
    const burst = Array.from({ length: 60 }, (_, i) => attempt(`k-${i}`));
    await sleep(60);
    await server.kill();
    await Promise.all(burst);
    await server.start();
    const again = inDoubt;
    inDoubt = [];
    await Promise.all(again.map(attempt));
    await Promise.all(Array.from({ length: 60 }, (_, i) => attempt(`k2-${i}`)));
    expect(inDoubt).toEqual([]);
    expect(allowed).toBe(497);
    const { body } = await server.send('GET', '/v1/budgets?ruleset=spend.yaml&budget=spend');
    const keys = body['budgets'] as { key: { centre: string }; used: number }[];
    expect(keys.find(({ key }) => key.centre === 'k')?.used).toBe(497);
    expect(
      await server.send('POST', '/v1/budgets/reset', { ruleset: 'spend.yaml', budget: 'spend' }),
    ).toMatchObject({
      status: 403,
    });
    const reset = await server.send(
      'POST',
      '/v1/budgets/reset',
      { ruleset: 'spend.yaml', budget: 'spend' },
      'chief',
    );
    expect(reset.body['reset']).toBeGreaterThan(0);
    expect((await decide('k', 500, 'k3')).body['decision']).toBe('allow');
  });
});
