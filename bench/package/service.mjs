// The first request after a start and after a reload against the warm ones, on one connection; and the slowest of a hundred
// requests in the second after a reload against the second before, while requests come all the time.
import { Agent, request } from 'node:http';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../http/start-service.mjs';
import { median, percentile, ratio } from './figures.mjs';

const WARM = 2000;
const SECOND_MS = 1000;
const BODY = JSON.stringify({
  ruleset: 'gate',
  facts: [
    { template: 'agent', data: { id: 'agent-1', role: 'worker', trust: 25 } },
    { template: 'call', data: { agent: 'agent-1', tool: 'fetch', verb: 'read', bytes: 500 } },
  ],
});

export async function measureService(rounds) {
  const text = readFileSync(new URL('../rulesets/gate.yaml', import.meta.url), 'utf8');
  const runs = [];
  for (let i = 0; i < rounds; i++) runs.push(await oneRun(text));
  const of = (name) => median(runs.map((run) => run[name]));
  return [
    ['request on one connection, warm: p99', ms(of('warm')), ''],
    ['first request after the start', ms(of('first')), ratio(of('first') / of('warm'), 'p99', 3)],
    ['first request after a reload', ms(of('reloaded')), ratio(of('reloaded') / of('warm'), 'p99', 3)],
    ['under load, second before a reload: p99', ms(of('before')), ''],
    [
      'under load, second after a reload: p99',
      ms(of('after')),
      ratio(of('after') / of('before'), 'before', 2),
    ],
  ];
}

const ms = (value) => `${value.toFixed(2)} ms`;

async function oneRun(text) {
  const service = await startService(text, { SERVICE_DATA_DIR: ':memory:', SERVICE_WORKERS: '1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed = () => timeRequest(service, agent);
  try {
    // The connection and this client's own code: no request that evaluates.
    for (let i = 0; i < 200; i++) await timeRequest(service, agent, 'GET', '/livez');
    const first = await timed();
    const times = [];
    for (let i = 0; i < WARM; i++) times.push(await timed());
    await reload(service, `${text}\n# once\n`);
    const reloaded = await timed();
    return { warm: percentile(times, 0.99), first, reloaded, ...(await underLoad(service, text)) };
  } finally {
    agent.destroy();
    await service.stop();
  }
}

/** Clients that send one request after the other for three seconds; the reload ends after some two of them. */
async function underLoad(service, text) {
  const done = [];
  let going = true;
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (going) {
      const time = await timeRequest(service, agent);
      done.push({ at: performance.now(), time });
      // Few enough that client and service do not only wait for the processor.
      await sleep(1);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: 4 }, client);
  await sleep(2 * SECOND_MS);
  const began = performance.now();
  await reload(service, `${text}\n# twice\n`);
  const swapped = performance.now();
  await sleep(SECOND_MS);
  going = false;
  await Promise.all(clients);
  const within = (from, to) => done.filter(({ at }) => at >= from && at < to).map(({ time }) => time);
  return {
    before: percentile(within(began - SECOND_MS, began), 0.99),
    after: percentile(within(swapped, swapped + SECOND_MS), 0.99),
  };
}

async function reload(service, yaml) {
  const response = await service.post('/v1/rules/reload', JSON.stringify({ ruleset_yaml: yaml }));
  if (response.status !== 200) throw new Error(await response.text());
}

function timeRequest({ url, headers }, agent, method = 'POST', path = '/v1/evaluate') {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request(url + path, { method, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${path}: ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? BODY : undefined);
  });
}
