// Session traffic on servers that are killed with -9 and started again. Every session is replayed on one engine: no fact
// that was acknowledged may be lost, no answer may differ. Prints one line of JSON; the exit code is 1 when one does.
//
//   node bench/http/survive.mjs [--servers 3] [--seconds 60] [--every 5] [--sessions 24] [--database postgresql://…]
//
// Without --database there is one server on its embedded store.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBalancer } from './balance.mjs';
import { createClient, RULESET } from './session-client.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const TOKEN = 'token-of-the-survival-test';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    every: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '24' },
    database: { type: 'string' },
  },
});
const servers = values.database === undefined ? 1 : Number(values.servers);
const seconds = Number(values.seconds);
const every = Number(values.every);

const folder = await mkdtemp(join(tmpdir(), 'ferrule-survive-'));
await writeFile(join(folder, 'events.yaml'), RULESET);
const database = values.database === undefined ? null : await createDatabase(values.database);

async function createDatabase(server) {
  const name = `ferrule_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function startServer() {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--root', folder], {
    env: {
      PATH: process.env.PATH,
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_WORKERS: '1',
      SERVICE_LOG_LEVEL: 'error',
      SERVICE_EVALUATE_TIMEOUT_MS: '10000',
      SERVICE_DATA_DIR: join(folder, 'data'),
      ...(database === null ? {} : { DATABASE_URL: database.url }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  while (!out.includes('Try:')) {
    const [data] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])]);
    if (data === null) throw new Error('a server did not start');
    out += data;
  }
  child.stdout.resume();
  return { child, port: Number(/listens on \S+:(\d+)/.exec(out)[1]) };
}

/** The same draws for the same session. */
function dice(seed) {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function percentile(sorted, share) {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 100) / 100;
}

let running = await Promise.all(Array.from({ length: servers }, startServer));
const balancer = await startBalancer(() => running.map(({ port }) => port));
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const end = performance.now() + seconds * 1000;
let kills = 0;

async function killNow() {
  const victim = running[kills++ % running.length];
  const gone = once(victim.child, 'exit');
  victim.child.kill('SIGKILL');
  running = running.filter((server) => server !== victim);
  // Not reaped yet is not there any more: the next one may start at once.
  if (database !== null) await gone;
  running = [...running, await startServer()];
}

async function killOften() {
  for (let at = performance.now() + every * 1000; at < end; at += every * 1000) {
    await sleep(Math.max(0, at - performance.now()));
    await killNow();
  }
}

const clients = await Promise.all(
  Array.from({ length: Number(values.sessions) }, (_, i) =>
    createClient(`session-${i}`, balancer.port, headers, dice(i)),
  ),
);
let failed;
try {
  await Promise.all([killOften(), ...clients.map((client) => client.work(end))]);
  const sum = (name) => clients.reduce((total, { told }) => total + told[name], 0);
  const wrong = clients.flatMap(({ told }) => told.wrong);
  const sorted = clients.flatMap(({ told }) => told.milliseconds).sort((a, b) => a - b);
  failed = wrong.length > 0;
  const figures = { servers, seconds, kills, sessions: clients.length };
  for (const name of ['asserted', 'evaluated', 'queried', 'retracted', 'again']) figures[name] = sum(name);
  Object.assign(figures, {
    wrong: wrong.length,
    p50_ms: percentile(sorted, 0.5),
    p99_ms: percentile(sorted, 0.99),
  });
  console.log(JSON.stringify(figures));
  for (const each of wrong.slice(0, 5)) console.error(JSON.stringify(each).slice(0, 2_000));
} finally {
  balancer.close();
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  await database?.drop();
  await rm(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
