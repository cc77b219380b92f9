// Large facts into many sessions, more than may be kept. What is acknowledged must be there, the rest refused by the
// bounds on bytes, and the server go on. Prints one line of JSON with the most that the heap of the HTTP thread and the
// whole process had; the exit code is 1 when it does not hold.
//
//   node bench/http/session-memory.mjs [--facts 511] [--sessions 26] [--bytes 8000000]
//                                      [--session-bytes N] [--sessions-bytes N] [--database postgresql://…]
//
// The bounds on one session and on all are the service's own unless they are given.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RULESET } from './session-client.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const TOKEN = 'token-of-the-memory-bench';
const SIDE_BY_SIDE = 4;
const MEGABYTE = 1_000_000;

const { values } = parseArgs({
  options: {
    facts: { type: 'string', default: '511' },
    sessions: { type: 'string', default: '26' },
    bytes: { type: 'string', default: '8000000' },
    'session-bytes': { type: 'string' },
    'sessions-bytes': { type: 'string' },
    database: { type: 'string' },
  },
});
const [facts, sessions, bytes] = [Number(values.facts), Number(values.sessions), Number(values.bytes)];
const given = (name, value) => (value === undefined ? {} : { [name]: value });

const folder = await mkdtemp(join(tmpdir(), 'ferrule-memory-'));
await writeFile(join(folder, 'events.yaml'), RULESET);
const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--root', folder], {
  env: {
    PATH: process.env.PATH,
    SERVICE_API_TOKEN: TOKEN,
    SERVICE_LOG_LEVEL: 'error',
    SERVICE_WORKERS: '1',
    SERVICE_EVALUATE_TIMEOUT_MS: '30000',
    SERVICE_DATA_DIR: join(folder, 'data'),
    ...given('SERVICE_MAX_SESSION_BYTES', values['session-bytes']),
    ...given('SERVICE_MAX_SESSIONS_BYTES', values['sessions-bytes']),
    ...given('DATABASE_URL', values.database),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const gone = once(child, 'exit');
let out = '';
while (!out.includes('Try:')) out += (await once(child.stdout, 'data'))[0];
const url = /listens on (\S+)/.exec(out)[1];

async function post(path, body) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, json: await response.json() };
}

let heap = 0;
/** Looks at the heap of the HTTP thread; those of the workers are not counted in. */
async function watchHeap() {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const found = /^nodejs_heap_used_bytes (\S+)$/m.exec(await response.text());
  heap = Math.max(heap, Number(found[1]) / MEGABYTE);
}

/** Peak memory of the process in megabytes; 0 if the system does not report it. */
async function peak() {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

const name = (session) => `memory-${process.pid}-${session}`;
const kept = new Map();
const answers = {};
let failed;
try {
  for (let i = 0; i < sessions; i++) {
    const { status } = await post('/v1/evaluate', { ruleset: 'events', facts: [], session_id: name(i) });
    if (status !== 200) throw new Error(`a session was not made: ${status}`);
    kept.set(i, []);
  }
  let next = 0;
  const work = async () => {
    while (next < facts) {
      const n = next++;
      const id = `${n}-`.padEnd(bytes, 'x');
      const fact = { session_id: name(n % sessions), template: 'event', data: { id } };
      const { status, json } = await post('/v1/facts', fact);
      const answer = status === 200 ? 'accepted' : `${status} ${json.error}`;
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (status === 200) kept.get(n % sessions).push(n);
      await watchHeap();
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  const missing = [];
  for (const [session, numbers] of kept) {
    const { status, json } = await post('/v1/query', { session_id: name(session), template: 'event' });
    const held = new Set((json.facts ?? []).map(({ id }) => Number.parseInt(id, 10)));
    if (status !== 200 || numbers.some((n) => !held.has(n)) || held.size !== numbers.length)
      missing.push(session);
  }
  const expected = ['accepted', '409 session_facts_exceeded', '503 session_limit_exceeded'];
  const unexpected = Object.keys(answers).filter((answer) => !expected.includes(answer));
  const alive = child.exitCode === null && child.signalCode === null;
  failed = missing.length > 0 || unexpected.length > 0 || !alive;
  const memory = { heap_mb: Math.round(heap), process_mb: await peak() };
  console.log(JSON.stringify({ facts, sessions, bytes, answers, missing: missing.length, alive, ...memory }));
} finally {
  child.kill('SIGTERM');
  await gone;
  await rm(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
