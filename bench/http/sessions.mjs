// Facts a second into sessions that are kept: 64 connections, each asserts into a session of its own and waits for the
// answer. First one connection alone, whose median is about one commit. Prints one line of JSON.
//
//   node bench/http/sessions.mjs [SECONDS] [postgresql://…]
import { Agent, request } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULESET } from './session-client.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const CONNECTIONS = 64;
const seconds = Number(process.argv[2] ?? 10);
const database = process.argv[3];
const TOKEN = 'token-of-the-session-bench';

const folder = await mkdtemp(join(tmpdir(), 'ferrule-bench-'));
await writeFile(join(folder, 'events.yaml'), RULESET);
const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--root', folder], {
  env: {
    PATH: process.env.PATH,
    SERVICE_API_TOKEN: TOKEN,
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_MAX_SESSION_FACTS: '1000000',
    ...(database === undefined ? {} : { DATABASE_URL: database }),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let out = '';
while (!out.includes('Try:')) out += (await once(child.stdout, 'data'))[0];
const port = Number(/listens on \S+:(\d+)/.exec(out)[1]);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

function post(path, text) {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Milliseconds of each answer. */
async function assertInto(session, until) {
  const milliseconds = [];
  await post(
    '/v1/evaluate',
    JSON.stringify({ ruleset: 'events', facts: [], session_id: session, session: 'create' }),
  );
  for (let n = 0; performance.now() < until; n++) {
    const data = { id: `${session}-${n}` };
    const started = performance.now();
    await post('/v1/facts', JSON.stringify({ session_id: session, template: 'event', data }));
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}

async function measure(name, connections, duration) {
  const started = performance.now();
  const until = started + duration * 1000;
  const all = await Promise.all(
    Array.from({ length: connections }, (_, i) => assertInto(`${name}-${process.pid}-${i}`, until)),
  );
  const sorted = all.flat().sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(sorted.length * share)] * 100) / 100;
  const rate = Math.round(sorted.length / ((performance.now() - started) / 1000));
  return { rate, p50_ms: at(0.5), p99_ms: at(0.99) };
}

try {
  await measure('warm', CONNECTIONS, 2);
  const alone = await measure('alone', 1, 3);
  const together = await measure('together', CONNECTIONS, seconds);
  console.log(JSON.stringify({ store: database === undefined ? 'lmdb' : 'postgresql', alone, together }));
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true });
}
