import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../full.ts';
import { startBudgets, STORES, type BudgetServer, type Reply } from './server.ts';

const POLICY = `
rules:
  pay: { allow: ok, if: input.tool.name == "pay" }
budgets:
  spend: { for: input, per: input.agent, amount: input.call.args.amount, limit: 100, window: 24h, on_exceed: escalate }
  hard: { for: input, per: input.agent, amount: input.call.args.amount, limit: 1000, window: 24h }
`;
// A plain run counts in both stores in `decisions.test.ts` and others.
describe.each(STORES.slice(0, full(2, 1)))('%s', (_store, createStore) => {
  let server: BudgetServer;
  let calls = 0;

  const call = (agent: string, amount: number, more: object = {}): Promise<Reply> =>
    server.send('POST', '/v1/calls', {
      ruleset: 'calls.yaml',
      agent,
      tool: { name: 'pay' },
      call: { id: `c-${++calls}`, args: { amount } },
      ...more,
    });
  const used = async (agent: string): Promise<unknown> => {
    const { body } = await server.send('GET', '/v1/budgets?ruleset=calls.yaml&budget=spend');
    const keys = body['budgets'] as { key: { agent: string }; used: number }[];
    return keys.find(({ key }) => key.agent === agent)?.used ?? 0;
  };
  const approvalOf = ({ body }: Reply): string => (body['approval'] as { id: string }).id;
  const approve = (id: string): Promise<Reply> =>
    server.send('POST', `/v1/approvals/${id}`, { decision: 'approved' }, 'approver');

  beforeAll(async () => {
    server = await startBudgets(
      {
        'calls.yaml': POLICY,
        'owing.yaml': POLICY.replace('{ allow: ok,', '{ allow: ok, obligations: [{ type: log }],'),
      },
      {},
      createStore,
    );
  });
  afterAll(() => server.end());

  test('a call that is allowed counts, and each time without a key', async () => {
    const same = { call: { id: 'same', args: { amount: 30 } } };
    for (let i = 0; i < 3; i++) {
      expect((await call('a', 30, same)).body).toMatchObject({
        ...{ decision: 'allow', counted: true, replayed: false, exceeded_budgets: [], reservation: null },
      });
    }
    expect(await used('a')).toBe(90);
  });

  test('once with one', async () => {
    const keyed = { idempotency_key: 'b-1', call: { id: 'b', args: { amount: 60 } } };
    const first = await call('b', 60, keyed);
    const again = await call('b', 60, keyed);
    expect(again.body).toEqual({ ...first.body, replayed: true });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await used('b')).toBe(60);
    expect((await call('b', 61, { idempotency_key: 'b-1' })).body['error']).toBe('idempotency_conflict');
    expect((await call('b', 61, { idempotency_key: '' })).status).toBe(422);
  });

  test('an approval names the exceeded budgets, and its use counts above them', async () => {
    await call('c', 90);
    const args = { idempotency_key: 'c-1', call: { id: 'c', args: { amount: 20 } } };
    const asked = await call('c', 20, args);
    expect(asked.body).toMatchObject({ decision: 'escalate', counted: false, exceeded_budgets: ['spend'] });
    const id = approvalOf(asked);
    const { body: shown } = await server.send('GET', `/v1/approvals/${id}`, undefined, 'approver');
    expect(shown['budgets']).toEqual(['spend']);
    expect(await used('c')).toBe(90);
    expect((await approve(id)).status).toBe(200);
    const first = await call('c', 20, args);
    expect(first.body).toMatchObject({
      ...{
        decision: 'allow',
        counted: true,
        exceeded_budgets: ['spend'],
        approval: { id, state: 'approved' },
      },
    });
    expect(await used('c')).toBe(110);
    const again = await call('c', 20, args);
    expect(again.body).toEqual({ ...first.body, replayed: true });
    // One approval, one use: also for the same call.
    const other = await call('c', 20, { ...args, idempotency_key: 'c-2' });
    expect(other.body['decision']).not.toBe('allow');
    expect(await used('c')).toBe(110);
  });

  test('a budget that was not approved is checked on the sums of now', async () => {
    await call('d', 90);
    const big = { call: { id: 'd', args: { amount: 700 } } };
    const id = approvalOf(await call('d', 700, big));
    await approve(id);
    const other = { call: { id: 'd-2', args: { amount: 300 } } };
    await approve(approvalOf(await call('d', 300, other)));
    expect((await call('d', 300, other)).body['decision']).toBe('allow');
    const late = await call('d', 700, big);
    expect(late.body).toMatchObject({
      decision: 'deny',
      counted: false,
      exceeded_budgets: ['spend', 'hard'],
    });
    expect(await used('d')).toBe(390);
  });

  test('many uses of one approval at once count once', async () => {
    await call('e', 90);
    const args = { call: { id: 'e', args: { amount: 20 } } };
    await approve(approvalOf(await call('e', 20, args)));
    const all = await Promise.all(Array.from({ length: 10 }, () => call('e', 20, args)));
    expect(all.filter(({ body }) => body['decision'] === 'allow')).toHaveLength(1);
    expect(await used('e')).toBe(110);
  });

  test('an allow that the caller cannot fulfil counts nothing', async () => {
    const { body } = await call('f', 30, { ruleset: 'owing.yaml', supported_obligations: [] });
    expect(body).toMatchObject({ decision: 'deny', code: 'unhandled_obligation', counted: false });
    const { body: list } = await server.send('GET', '/v1/budgets?ruleset=owing.yaml');
    expect(list['budgets']).toEqual([]);
  });
});
