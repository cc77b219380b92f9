/** A gate over a service keeps the key of an attempt when it sends the request again. */
import { expect, test } from 'vitest';
import { createGate, type Verdict } from '../../../agents/gate/gate.ts';

const ALLOW = {
  ...{
    decision: 'allow',
    reason: 'ok',
    metadata: {},
    obligations: [],
    rule_trace: [],
    ruleset_hash: 'sha256:0',
  },
  ...{ decision_id: 'd-1', replayed: true, counted: true, exceeded_budgets: [], reservation: { id: 'd-1' } },
};
const refusal = (status: number, error: string): Response =>
  new Response(JSON.stringify({ error, detail: error }), { status });
const allow = (): Response => new Response(JSON.stringify(ALLOW));
const lost = (): Response => {
  throw new TypeError('fetch failed');
};

/** Decides once, on these responses in turn. */
async function decideOn(
  responses: readonly (() => Response)[],
  mode: 'enforce' | 'observe' = 'enforce',
): Promise<{ readonly verdict: Verdict; readonly keys: readonly unknown[] }> {
  const keys: unknown[] = [];
  const send = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const { idempotency_key: key } = JSON.parse(init?.body as string) as Record<string, unknown>;
    keys.push(key);
    return responses[keys.length - 1]!();
  };
  const gate = createGate({ url: 'http://s', token: 't', ruleset: 'r', mode, fetch: send as typeof fetch });
  const verdict = await gate.decide({ agent: 'a1', tool: 'pay', callId: 'c1', args: {} });
  return { verdict, keys };
}

test.each([
  ['a lost response', lost],
  ['contention', () => refusal(503, 'contention')],
  ['a store that failed', () => refusal(503, 'store_unavailable')],
])('after %s', async (_name, first) => {
  const { verdict, keys } = await decideOn([first, allow]);
  expect(verdict).toMatchObject({ verdict: 'allow', replayed: true, counted: true, reservation: 'd-1' });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('at most three times', async () => {
  const { verdict, keys } = await decideOn([lost, lost, lost, allow]);
  expect(verdict).toMatchObject({ verdict: 'deny', code: 'engine_unreachable' });
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

test.each([
  [409, 'idempotency_conflict'],
  [409, 'budget_changed'],
  [422, 'budget_amount'],
  [503, 'overloaded'],
])('never after %d %s', async (status, code) => {
  const { verdict, keys } = await decideOn([() => refusal(status, code), allow]);
  expect(verdict).toMatchObject({ verdict: 'deny', code: 'engine_unreachable' });
  expect(keys).toHaveLength(1);
});

test('attempts have keys of their own, and an observing gate has none', async () => {
  const [one, other] = [await decideOn([allow]), await decideOn([allow])];
  expect(one.keys[0]).not.toBe(other.keys[0]);
  expect((await decideOn([allow], 'observe')).keys).toEqual([undefined]);
});
