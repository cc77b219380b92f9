// Cost of evidence: evaluations per second over HTTP without a decision log, with it in both modes, and with a token
// for every decision, in turn. Each is measured beside the one without of the same round; the figures are the medians
// of those ratios. For `sync`, the time of one fdatasync on the disk of the log. Beside them the processor time that the
// service took for a request, in microseconds, which other work on the machine disturbs less. Prints one JSON object.
//
// Every connection waits for its response before the next request, so that few of them show how long a response takes, and many
// what the service can do.
//
//   node bench/http/evidence.mjs [SECONDS] [ROUNDS] [CONNECTIONS]
import { fdatasyncSync, openSync, readFileSync, writeSync, closeSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { CONNECTIONS, findTool, load } from './load.mjs';
import { median } from '../doors/median.mjs';
import { startService } from './start-service.mjs';

const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 9);
const connections = Number(process.argv[4] ?? CONNECTIONS);
const SYNCS = 200;
/** The unit of times in /proc, in microseconds. */
const TICK_US = 10_000;

const ruleset = await readFile(new URL('../rulesets/gate.yaml', import.meta.url), 'utf8');
const body = JSON.stringify({
  ruleset: 'gate',
  facts: [
    { template: 'agent', data: { id: 'agent-1', role: 'worker', trust: 25 } },
    {
      template: 'call',
      data: { agent: 'agent-1', tool: 'files', verb: 'write', sensitivity: 'internal', bytes: 2_000_000 },
    },
  ],
});

const rounded = (number, digits = 3) => Number(number.toFixed(digits));

/** Microseconds of one fdatasync after a write of a record's size. */
function syncTime(folder) {
  const fd = openSync(join(folder, 'disk'), 'w');
  const record = Buffer.alloc(600, 'x');
  const times = [];
  for (let i = 0; i < SYNCS; i++) {
    writeSync(fd, record);
    const started = performance.now();
    fdatasyncSync(fd);
    times.push((performance.now() - started) * 1000);
  }
  closeSync(fd);
  return rounded(median(times), 0);
}

/** Processor time of a process and all its threads so far, in microseconds; NaN where there is no /proc. */
function processorTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_US;
  } catch {
    return NaN;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'ferrule-bench-'));
const key = join(folder, 'attestation.key');
await writeFile(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const data = (name) => ({ SERVICE_DATA_DIR: join(folder, name, 'data') });
const log = (name) => ({
  ...data(name),
  SERVICE_AUDIT: `file:${join(folder, name)}`,
  SERVICE_AUDIT_KEY_FILE: key,
});
const variants = {
  without: {},
  async: log('async'),
  sync: { ...log('sync'), SERVICE_AUDIT_MODE: 'sync' },
  always: { ...data('always'), SERVICE_ATTEST: 'always', SERVICE_ATTESTATION_KEY_FILE: key },
};

const tool = await findTool();
const services = {};
const ratios = { async: [], sync: [], always: [] };
const rates = { without: [], async: [], sync: [], always: [] };
const spent = { without: [], async: [], sync: [], always: [] };
const syncs = [];
try {
  for (const [name, settings] of Object.entries(variants))
    services[name] = await startService(ruleset, settings);
  const measure = async (name, time = seconds) => {
    const { url, headers, pid } = services[name];
    const before = processorTime(pid);
    const target = { url: `${url}/v1/evaluate`, headers, body };
    const { rate, failed } = await load(tool, target, time, connections);
    spent[name].push((processorTime(pid) - before) / (rate * time));
    if (failed > 0) throw new Error(`${name}: ${failed} responses were not 2xx`);
    return rate;
  };
  for (const name of Object.keys(variants)) await measure(name, 2);
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(ratios)) {
      // Beside each other, and each first in turn: slow seconds of the machine strike both.
      const pair = round % 2 === 0 ? ['without', name] : [name, 'without'];
      const [first, second] = [await measure(pair[0]), await measure(pair[1])];
      const [without, rate] = round % 2 === 0 ? [first, second] : [second, first];
      rates.without.push(without);
      rates[name].push(rate);
      ratios[name].push(rate / without);
      if (name === 'sync') syncs.push(syncTime(folder));
    }
  }
} finally {
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await rm(folder, { recursive: true });
}
const figures = Object.fromEntries(
  Object.entries(ratios).map(([name, all]) => [
    name,
    {
      per_second: Math.round(median(rates[name])),
      ratio: rounded(median(all)),
      lowest: rounded(Math.min(...all)),
      highest: rounded(Math.max(...all)),
      processor_us: rounded(median(spent[name]), 1),
    },
  ]),
);
console.log(
  JSON.stringify(
    {
      tool,
      rounds,
      connections,
      without: {
        per_second: Math.round(median(rates.without)),
        processor_us: rounded(median(spent.without), 1),
      },
      ...figures,
      fdatasync_us: median(syncs),
    },
    null,
    2,
  ),
);
