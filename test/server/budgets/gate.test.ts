/** Gates over a service that counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate, type Gate, type GateOptions } from '../../../agents/gate/gate.ts';
import { keepSession } from '../../../agents/mcp/kept-session.ts';
import { startBudgets, type BudgetServer } from './server.ts';

const POLICY = `
rules:
  pay: { allow: "paid for {input.agent}", if: input.tool.name == "pay" }
budgets:
  spend:
    { for: input, per: input.agent, amount: input.call.args.amount, limit: 100, window: 24h, reason: "{used} spent",
      reserve: { ttl: 15m, on_expire: keep } }
`;
let server: BudgetServer;
let count = 0;

beforeAll(async () => {
  server = await startBudgets({ 'pay.yaml': POLICY });
});
afterAll(() => server.end());

const gateOf = (more: Partial<GateOptions> = {}, token = 'spender'): Gate =>
  createGate({ url: server.url, token, ruleset: 'pay.yaml', timeoutMs: 60_000, ...more } as GateOptions);
const pay = (agent: string, amount: number) => ({
  ...{ agent, tool: 'pay', callId: `c-${++count}`, args: { amount } },
});
const listed = async (
  agent: string,
): Promise<{ readonly used: number; readonly reserved: number } | undefined> => {
  const { body } = await server.send('GET', '/v1/budgets');
  const keys = body['budgets'] as { key: { agent: string }; used: number; reserved: number }[];
  return keys.find(({ key }) => key.agent === agent);
};

test('a response that was lost is repeated with its key, and counts once', async () => {
  let sent = 0;
  const losesFirst = async (...request: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...request);
    if (++sent === 1) throw new TypeError('the response was lost');
    return response;
  };
  const gate = gateOf({ fetch: losesFirst } as Partial<GateOptions>);
  const verdict = await gate.decide(pay('lost', 60));
  expect(verdict).toMatchObject({ verdict: 'allow', replayed: true, counted: true, exceededBudgets: [] });
  expect(verdict.reservation).toBe(verdict.decisionId);
  expect(await listed('lost')).toMatchObject({ used: 0, reserved: 60 });
  expect(await gate.decide(pay('lost', 60))).toMatchObject({
    ...{ verdict: 'deny', reason: '0 spent', counted: false, exceededBudgets: ['spend'] },
  });
});

test('an observing gate counts nothing, and shows figures to the role `budgets` only', async () => {
  const calls = [pay('watched', 100), pay('watched', 100), pay('watched', 101)];
  const observed = [];
  for (const call of calls) observed.push(await gateOf({ mode: 'observe' }).decide(call));
  expect(observed.map((verdict) => verdict.observed)).toEqual(['allow', 'allow', 'deny']);
  expect(observed.every(({ counted }) => counted === false)).toBe(true);
  expect(observed[2]?.reason).toBe('0 spent');
  expect(await gateOf({ mode: 'observe' }, 'other').decide(calls[2]!)).toMatchObject({
    ...{ verdict: 'allow', observed: 'deny', reason: 'budget spend exceeded' },
  });
  expect(await listed('watched')).toBeUndefined();
});

test('the result of a call settles nothing', async () => {
  const gate = gateOf();
  const call = { ...pay('settled', 50), session: 'settled' };
  const { verdict, reservation } = await gate.decide(call);
  expect(verdict).toBe('allow');
  // This ruleset has no template for observations, and the token must not settle.
  await gate.observe({ ...call, result: { commit: 1 } }).catch(() => undefined);
  const { status } = await server.send('POST', `/v1/reservations/${reservation}`, { commit: 1 });
  expect(status).toBe(403);
  expect(await listed('settled')).toMatchObject({ used: 0, reserved: 50 });
});

test('a proxy over the service counts its calls, and not its listings', async () => {
  const kept = keepSession({
    ...{ url: server.url, token: 'spender', ruleset: 'pay.yaml' },
    ...{ session: 'proxied', isNamed: false, useMs: 60_000, tell: () => undefined },
  });
  const listing = createGate({ decider: kept.deciderOf('observe'), mode: 'observe', timeoutMs: 60_000 });
  const deciding = createGate({ decider: kept.deciderOf('enforce'), timeoutMs: 60_000 });
  const call = { ...pay('proxied', 40), session: 'proxied' };
  expect(await listing.decide(call)).toMatchObject({ observed: 'allow', counted: false });
  for (const verdict of ['allow', 'allow', 'deny'])
    expect(await deciding.decide(call)).toMatchObject({ verdict });
  expect(await listing.decide(call)).toMatchObject({ observed: 'deny', counted: false });
  expect(await listed('proxied')).toMatchObject({ used: 0, reserved: 80 });
  kept.close();
});
