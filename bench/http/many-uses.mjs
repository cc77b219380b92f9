// A budget with many uses in its window against one with 100: fills two ledgers of the embedded store, then decides in turns on
// both, one request after the other. Prints one line of JSON.
//
//   node bench/http/many-uses.mjs [--uses 1000000] [--decisions 400]
//
// Needs `node build.mjs`. The uses go through decide(), so a million takes about ten minutes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Engine } from '../../dist/library.js';
import { decide, openLedger } from '../../dist/ledger.js';
import { percentile } from './killed-servers.mjs';

const FEW = 100;
/** Requests that wait at once while a ledger is filled: each transaction takes all of them. */
const TOGETHER = 500;
const WARM = 20;
const RULES = `
templates:
  payment: { centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
budgets:
  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: 9000000000, window: 24h }
`;

const { values } = parseArgs({
  options: { uses: { type: 'string', default: '1000000' }, decisions: { type: 'string', default: '400' } },
});
const engine = await Engine.fromSources([{ path: 'spend.yaml', text: RULES }], {
  name: 'spend',
  warmUp: false,
});

let count = 0;
async function pay(ledger) {
  const data = { centre: 'ops', amount: 1 };
  const sent = performance.now();
  const { decision, counted } = await decide(engine, ledger, {
    idempotency_key: `p${++count}`,
    facts: [{ template: 'payment', data }],
  });
  if (decision !== 'allow' || !counted) throw new Error(`a payment was not counted: ${decision}`);
  return performance.now() - sent;
}

async function filled(uses) {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-many-uses-'));
  const ledger = await openLedger(folder);
  for (let left = uses; left > 0; left -= TOGETHER) {
    await Promise.all(Array.from({ length: Math.min(TOGETHER, left) }, () => pay(ledger)));
  }
  return { folder, ledger, times: [] };
}

const uses = Number(values.uses);
const started = performance.now();
const [few, many] = [await filled(FEW), await filled(uses)];
const fillSeconds = Math.round((performance.now() - started) / 1000);
for (let i = 0; i < WARM + Number(values.decisions); i++) {
  for (const side of i % 2 === 0 ? [few, many] : [many, few]) {
    const time = await pay(side.ledger);
    if (i >= WARM) side.times.push(time);
  }
}
for (const { times } of [few, many]) times.sort((a, b) => a - b);
const median = (side) => percentile(side.times, 0.5);
console.log(
  JSON.stringify({
    uses,
    fillSeconds,
    fewMs: { p50: median(few), p99: percentile(few.times, 0.99) },
    manyMs: { p50: median(many), p99: percentile(many.times, 0.99) },
    ratio: median(many) / median(few),
  }),
);
for (const { folder, ledger } of [few, many]) {
  await ledger.close();
  await rm(folder, { recursive: true, force: true });
}
