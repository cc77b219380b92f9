// What keeping sessions and counting cost those who use neither: evaluations without a session a second over HTTP, with
// sessions in a store that holds many and metrics that are read every second, beside a service with sessions in memory
// whose metrics nobody reads, or beside another build. Each is first in turn; the ratio is the median of the rounds. Prints
// one JSON object.
//
//   node bench/http/kept-sessions.mjs [--seconds 3] [--rounds 9] [--sessions 200] [--beside /path/to/dist/cli.js]
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { parseArgs } from 'node:util';
import { median } from '../doors/median.mjs';
import { findTool, load } from './load.mjs';
import { startService } from './start-service.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '9' },
    sessions: { type: 'string', default: '200' },
    beside: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const READ_METRICS_MS = 1_000;

const ruleset = await readFile(new URL('../rulesets/gate.yaml', import.meta.url), 'utf8');
const agent = { template: 'agent', data: { id: 'agent-1', role: 'worker', trust: 25 } };
const call = { agent: 'agent-1', tool: 'files', verb: 'write', sensitivity: 'internal', bytes: 2_000_000 };
const body = JSON.stringify({ ruleset: 'ruleset', facts: [agent, { template: 'call', data: call }] });

const rounded = (number) => Number(number.toFixed(3));

const folder = await mkdtemp(join(tmpdir(), 'ferrule-bench-'));
const besides = values.beside === undefined ? { mounted: false } : { mounted: false, cli: values.beside };
const tool = await findTool();
const services = {};
const rates = { without: [], with: [] };
let reading;
try {
  services.without = await startService(
    ruleset,
    { SERVICE_SESSIONS: 'memory', SERVICE_DATA_DIR: join(folder, 'without') },
    besides,
  );
  services.with = await startService(
    ruleset,
    { SERVICE_DATA_DIR: join(folder, 'with'), SERVICE_METRICS_PORT: '0' },
    { mounted: false },
  );
  const { url, headers, post } = services.with;
  for (let i = 0; i < Number(values.sessions); i++) {
    const session = { ruleset: 'ruleset', facts: [], session_id: `s${i}` };
    const made = await post('/v1/evaluate', JSON.stringify(session));
    const fact = await post('/v1/facts', JSON.stringify({ session_id: `s${i}`, ...agent }));
    if (made.status !== 200 || fact.status !== 200) throw new Error('a session was not made');
  }
  reading = setInterval(() => {
    void fetch(`${url}/metrics`, { headers }).then((response) => response.text());
  }, READ_METRICS_MS);
  const measure = async (name, time = seconds) => {
    const target = { url: `${services[name].url}/v1/evaluate`, headers: services[name].headers, body };
    const { rate, failed } = await load(tool, target, time);
    if (failed > 0) throw new Error(`${name}: ${failed} responses were not 2xx`);
    return rate;
  };
  for (const name of Object.keys(rates)) await measure(name, 2);
  for (let round = 0; round < rounds; round++) {
    const pair = round % 2 === 0 ? ['without', 'with'] : ['with', 'without'];
    for (const name of pair) rates[name].push(await measure(name));
  }
} finally {
  clearInterval(reading);
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await rm(folder, { recursive: true });
}
const ratios = rates.with.map((rate, i) => rate / rates.without[i]);
const figures = {
  tool,
  rounds,
  sessions: Number(values.sessions),
  without_per_second: Math.round(median(rates.without)),
  with_per_second: Math.round(median(rates.with)),
  ratio: rounded(median(ratios)),
  lowest: rounded(Math.min(...ratios)),
  highest: rounded(Math.max(...ratios)),
};
console.log(JSON.stringify(figures, null, 2));
