// Decides payments on the ledger of a folder until it is killed, and writes down what was returned to it.
// Arguments: folder of the ledger, file of the rules, file for what was returned, number of payments.
import { randomInt, randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Engine } from '../../../dist/library.js';
import { decide, openLedger } from '../../../dist/ledger.js';

const [folder, rules, returned, most] = process.argv.slice(2);
const AT_ONCE = 4;
const engine = await Engine.fromRules(rules, { warmUp: false });
const ledger = await openLedger(folder);

async function pay() {
  const key = randomUUID();
  const data = { id: key, centre: `c${randomInt(3)}`, amount: randomInt(1, 40) };
  const request = { idempotency_key: key, token: 'agent', facts: [{ template: 'payment', data }] };
  const { decision, decision_id: id, counted } = await decide(engine, ledger, request);
  appendFileSync(returned, `${JSON.stringify({ data, decision, id, counted })}\n`);
}

async function spend(times) {
  for (let i = 0; i < times; i++) await pay();
}

await Promise.all(Array.from({ length: AT_ONCE }, () => spend(Number(most) / AT_ONCE)));
await ledger.close();
