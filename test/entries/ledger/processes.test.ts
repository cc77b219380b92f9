/** Processes that spend from one ledger at once, and are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decide, openLedger } from '../../../entries/ledger.ts';
import { Engine } from '../../../library/node/engine.ts';
import { full } from '../../full.ts';

const SPENDER = fileURLToPath(new URL('spender.mjs', import.meta.url));
const PROCESSES = 4;
const KILLS = full(30, 3);
const LIMIT = 4_000;
const RULES = `
templates:
  payment: { id!: string, centre!: string, amount!: integer }
rules:
  pay:
    allow: ok
    if: payment.amount > 0
budgets:
  daily-spend:
    { for: payment, per: payment.centre, amount: payment.amount, limit: ${LIMIT}, window: 24h }
`;

interface Returned {
  readonly data: { readonly id: string; readonly centre: string; readonly amount: number };
  readonly decision: string;
  readonly id: string;
  readonly counted: boolean;
}

const TIMEOUT_MS = full(600_000, 240_000);

test(
  'the limit holds exactly while processes share a ledger, and a kill loses nothing that was returned',
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-spenders-'));
    const [rules, returned, dir] = ['spend.yaml', 'returned', 'ledger'].map((name) => join(folder, name));
    writeFileSync(rules!, RULES);
    writeFileSync(returned!, '');
    let kills = KILLS;
    const problems: string[] = [];
    /** Spends until a process ends by itself; the first ones are killed. */
    const spendOn = async (): Promise<void> => {
      for (;;) {
        const child = spawn(process.execPath, [SPENDER, dir!, rules!, returned!, '400'], {
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        child.stderr.on('data', (text: Buffer) => problems.push(text.toString()));
        const ended = once(child, 'exit');
        const isKilled = kills-- > 0;
        if (isKilled) {
          const before = readFileSync(returned!).length;
          // Killed while it spends.
          for (let i = 0; i < 300 && readFileSync(returned!).length < before + 2_000; i++) await sleep(20);
          child.kill('SIGKILL');
        }
        await ended;
        if (!isKilled) return;
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, spendOn));
    expect(problems).toEqual([]);

    const lines = readFileSync(returned!, 'utf8').trim().split('\n');
    const all = lines.map((line) => JSON.parse(line) as Returned);
    const ledger = await openLedger(dir!);
    const used = new Map((await ledger.list()).map(({ key, used: sum }) => [key['centre'], Number(sum)]));
    expect(used.size).toBe(3);
    for (const [centre, sum] of used) {
      const own = all.filter(({ data }) => data.centre === centre);
      const allowed = own.filter(({ decision }) => decision === 'allow');
      expect(allowed.every(({ counted }) => counted)).toBe(true);
      const known = allowed.reduce((total, { data }) => total + data.amount, 0);
      // What was counted and not returned is in doubt, and belongs to a killed process.
      expect(known).toBeLessThanOrEqual(sum);
      expect(sum).toBeLessThanOrEqual(LIMIT);
      // Sums only grow, so no refused amount fits now.
      for (const { data, decision } of own)
        if (decision === 'deny') expect(sum + data.amount).toBeGreaterThan(LIMIT);
      expect(own.some(({ decision }) => decision === 'deny')).toBe(true);
    }
    // Every allow is repeated by its key.
    const engine = await Engine.fromRules(rules!, { warmUp: false });
    for (const { data, decision, id } of all) {
      if (decision !== 'allow') continue;
      const request = { idempotency_key: data.id, token: 'agent', facts: [{ template: 'payment', data }] };
      expect(await decide(engine, ledger, request)).toMatchObject({
        decision,
        decision_id: id,
        replayed: true,
      });
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    await ledger.close();
    await rm(folder, { recursive: true, force: true });
  },
);
