import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { decide, openLedger } from '../../../entries/ledger.ts';
import { Engine } from '../../../library/node/engine.ts';

const TEXT = `
templates: { payment: { amount!: integer, asked_at!: time } }
rules: { pay: { allow: ok, if: payment.amount >= 0 and payment.asked_at <= now } }
budgets: { daily: { for: payment, amount: payment.amount, limit: 500, window: 24h } }
`;

test('rules see the time of the ledger, which does not go back with the clock', async () => {
  const { now } = Date;
  let ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-ledger-'));
  const ledger = await openLedger(folder);
  try {
    const spend = await Engine.fromSources([{ path: 'spend.yaml', text: TEXT }], {
      ...{ name: 'spend', warmUp: false },
    });
    const asked_at = Math.floor(Date.now() / 1000) - 60;
    const facts = [{ template: 'payment', data: { amount: 1, asked_at } }];
    expect((await decide(spend, ledger, { facts, idempotency_key: 'a' })).counted).toBe(true);
    ahead = -3_600_000;
    // For the engine's own clock the payment is in the future.
    expect(spend.evaluate({ scoped: true, counts: true, facts }).decision).toBe('deny');
    expect((await decide(spend, ledger, { facts, idempotency_key: 'b' })).counted).toBe(true);
  } finally {
    vi.restoreAllMocks();
    await ledger.close();
    await rm(folder, { recursive: true });
  }
});
