import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../../full.ts';
import { startBudgets, STORES, type BudgetServer, type Reply } from './server.ts';

const POLICY = `ruleset: spending
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: 500, window: 24h }
  calls: { for: payment, limit: 100, window: 24h }
`;
const HOURLY = POLICY.replace('limit: 500, window: 24h', 'limit: 500, window: 1h');
const WITHOUT = POLICY.replace(/ {2}calls:.*\n/, '');
// A plain run counts in both stores in `decisions.test.ts` and others.
describe.each(STORES.slice(0, full(2, 1)))('%s', (_store, createStore) => {
  let server: BudgetServer;
  let count = 0;

  const decide = (amount: number): Promise<Reply> =>
    server.send('POST', '/v1/decisions', {
      ...{ ruleset: 'any', idempotency_key: `k-${++count}`, include: ['budgets'] },
      facts: [{ template: 'payment', data: { id: `${count}`, centre: 'a', amount } }],
    });
  const reload = (ruleset_yaml: string, more: object = {}): Promise<Reply> =>
    server.send('POST', '/v1/rules/reload', { ruleset_yaml, ...more }, 'chief');

  beforeAll(async () => {
    server = await startBudgets(
      { 'spending.yaml': POLICY },
      {
        SERVICE_RULESET: '$FOLDER/root/spending.yaml',
        SERVICE_AUDIT: 'file:$FOLDER/log',
        SERVICE_AUDIT_MODE: 'sync',
      },
      createStore,
    );
  });
  afterAll(() => server.end());

  /** Lines of the log arrive later than responses. */
  async function told(text: string): Promise<void> {
    await expect.poll(server.output).toContain(text);
  }

  test('a mounted ruleset counts, also after a restart', async () => {
    expect((await decide(480)).body).toMatchObject({ decision: 'allow', counted: true });
    await server.kill();
    await server.start();
    expect((await decide(21)).body).toMatchObject({ decision: 'deny', exceeded_budgets: ['spend'] });
  });

  test('a limit changes at once', async () => {
    expect((await reload(POLICY.replace('limit: 500', 'limit: 600'))).status).toBe(200);
    expect((await decide(21)).body['decision']).toBe('allow');
  });

  test('what changes the meaning of live uses is refused, with their number', async () => {
    const refused = await reload(HOURLY);
    expect(refused).toMatchObject({ status: 409, body: { error: 'budget_changed' } });
    expect(refused.body['detail']).toContain('spend (1)');
    // The old version decides.
    expect((await decide(100)).body).toMatchObject({ decision: 'deny', exceeded_budgets: ['spend'] });
    expect((await reload(WITHOUT)).body['detail']).toContain('calls (1)');
    expect((await reload(HOURLY, { reset_budgets: ['calls'] })).status).toBe(409);
    expect((await reload(HOURLY, { reset_budgets: 'spend' })).status).toBe(422);
  });

  test('unless the reload names the budget, which begins at 0', async () => {
    expect((await reload(HOURLY, { reset_budgets: ['spend'] })).status).toBe(200);
    const { body } = await decide(500);
    expect(body).toMatchObject({
      decision: 'allow',
      budgets: [{ budget: 'spend', used: 0 }, { budget: 'calls' }],
    });
    expect((await reload(WITHOUT, { reset_budgets: ['calls', 'spend'] })).status).toBe(200);
    const { body: list } = await server.send('GET', '/v1/budgets');
    expect(list['budgets']).toEqual([]);
  });

  test('a mounted ruleset with a budget of a session is refused', async () => {
    const refused = await reload(POLICY.replace('limit: 100, window: 24h', 'limit: 100, window: session'));
    expect(refused.body['detail']).toContain("budget 'calls' belongs to a session");
  });

  test('the version before changed files is served until its budget is reset', async () => {
    expect((await reload(POLICY)).status).toBe(200);
    await decide(300);
    await server.kill();
    await writeFile(join(server.folder, 'root', 'spending.yaml'), HOURLY);
    await server.start();
    expect(server.output()).toContain('serving the version before them until `ferrule budgets reset`');
    const { body } = await decide(201);
    expect(body).toMatchObject({ decision: 'deny', exceeded_budgets: ['spend'] });
    await server.kill();
    await server.start();
    expect((await decide(100)).body).toMatchObject({ decision: 'allow', budgets: [{ used: 300 }, {}] });
    const reset = { ruleset: 'spending', budget: 'spend' };
    expect((await server.send('POST', '/v1/budgets/reset', reset, 'chief')).body['reset']).toBe(1);
    await told('serving the changed files');
    await decide(10);
    const { body: list } = await server.send('GET', '/v1/budgets?budget=spend');
    expect(list['budgets']).toMatchObject([{ used: 10, window: '1h' }]);
  });

  test('and so it is when files are read again', async () => {
    await writeFile(join(server.folder, 'root', 'spending.yaml'), POLICY);
    server.signal('SIGHUP');
    await told('cannot reread the ruleset');
    const { body: list } = await server.send('GET', '/v1/budgets?budget=spend');
    expect(list['budgets']).toMatchObject([{ used: 10, window: '1h' }]);
    expect((await decide(1)).body['decision']).toBe('allow');
  });
});
