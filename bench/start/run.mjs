// `npm run bench:start [ROUNDS]`: time from the start of a service to its first 200 from /readyz, beside `node -e 0`; the first
// decision after that; resident memory. Rounds of all kinds alternate, so that a slow moment of the machine hits all of them;
// the table shows medians. Processor time says more than wall time where other programs run, too. Linux only: it reads /proc.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../package/figures.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RULESETS = join(ROOT, 'rulesets');
const GATE = join(RULESETS, 'tool-call-gate');
const TOKEN = 'bench-0123456789abcdef';
const POLL_MS = 2;
/** Memory is read when the warm-up is over. */
const SETTLE_MS = 3_000;
const TICKS_PER_SECOND = 100;

const cases = JSON.parse(readFileSync(join(GATE, 'cases.json'), 'utf8'));
const BODY = JSON.stringify({
  ruleset: 'tool-call-gate',
  facts: cases.find(({ facts }) => facts.every(({ template }) => template !== 'approval')).facts,
});

const KINDS = [
  { name: 'stock', args: ['--root', RULESETS], cached: false, target: 500, most: 90 },
  { name: 'mounted on `tool-call-gate`', args: ['--ruleset', GATE], cached: false, target: 800, most: 110 },
  {
    name: 'mounted, compiled ruleset cached',
    args: ['--ruleset', GATE],
    cached: true,
    target: 600,
    most: 110,
  },
];

/** A port that is free now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Processor time of a process and all its threads, in ms. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Resident memory in MB. */
function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** Status of a request, or null if the port is closed. */
function ask(agent, port, method, path, body) {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    sent.on('error', () => resolve(null));
    sent.end(body);
  });
}

async function start({ args }, dataDir) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'cli.js'), 'serve', ...args], {
    env: {
      PATH: process.env.PATH,
      SERVICE_PORT: String(port),
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_WORKERS: '1',
      SERVICE_LOG_LEVEL: 'error',
      SERVICE_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while ((await ask(agent, port, 'GET', '/readyz')) !== 200) await sleep(POLL_MS);
    const ready = performance.now() - started;
    const processor = processorMs(child.pid);
    const asked = performance.now();
    const status = await ask(agent, port, 'POST', '/v1/evaluate', BODY);
    const first = performance.now() - asked;
    if (status !== 200) throw new Error(`the first request got status ${status}`);
    await sleep(SETTLE_MS);
    return { ready, processor, first, resident: residentMb(child.pid) };
  } finally {
    agent.destroy();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

function bareNode() {
  const start = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - start;
}

const rounds = Number(process.argv[2] ?? 7);
const folder = mkdtempSync(join(tmpdir(), 'ferrule-bench-start-'));
const bare = [];
const runs = KINDS.map(() => []);
try {
  // Round 0 fills the cache and is not counted.
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) bare.push(bareNode());
    for (const [i, kind] of KINDS.entries()) {
      const figures = await start(kind, kind.cached ? join(folder, 'kept') : ':memory:');
      if (round > 0) runs[i].push(figures);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const of = (i, name) => median(runs[i].map((figures) => figures[name]));
console.log('| | until ready | target | processor time until then | first request | resident | target |');
console.log('|---|---:|---:|---:|---:|---:|---:|');
console.log(`| \`node -e 0\` | ${median(bare).toFixed(0)} ms | | | | | |`);
for (const [i, { name, target, most }] of KINDS.entries()) {
  const cells = [
    name,
    `${of(i, 'ready').toFixed(0)} ms`,
    `${target} ms`,
    `${of(i, 'processor').toFixed(0)} ms`,
    `${of(i, 'first').toFixed(1)} ms`,
    `${of(i, 'resident').toFixed(0)} MB`,
    `${most} MB`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
