// Figures of runs, fleets and replicas: enqueue rate, runs per second, time until a fact or a reload has reached every
// server. Usage: node bench/runs/figures.mjs [postgresql://…]; without a URL the embedded database is measured alone.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = 400;
const CLIENTS = 16;
const GRAPHS = 8;
const ROUNDS = 50;
const RELOADS = 10;
const TOKEN = 'bench';
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const RULES = `
templates:
  - { name: blocked, scope: fleet, slots: [{ name: agent, type: string, required: true }] }
  - { name: request, slots: [{ name: agent, type: string, required: true }] }
rules:
  - name: deny
    when:
      - { template: blocked, alias: $b, conditions: [{ slot: agent, bind: "?a" }] }
      - { template: request, conditions: [{ slot: agent, expression: equals($b.agent) }] }
    then: { action: deny, reason: "{a}" }
`;
const GRAPH = `
nodes:
  - { id: a, ruleset: rules, facts: [{ template: request, data: { agent: "\${params.agent}" } }] }
  - { id: b, ruleset: rules, facts: [{ template: request, data: { agent: "\${params.agent}" } }] }
  - { id: c, ruleset: rules, after: [a, b], facts: [{ template: request, data: { agent: "\${nodes.a.decision}" } }] }
`;

const root = await mkdtemp(join(tmpdir(), 'ferrule-bench-'));
await mkdir(join(root, 'graphs'));
await writeFile(join(root, 'rules.yaml'), RULES);
for (let i = 0; i < GRAPHS; i++) await writeFile(join(root, 'graphs', `g${i}.yaml`), GRAPH);

async function start(settings) {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
    env: {
      PATH: process.env.PATH,
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_RULESET_ROOT: root,
      SERVICE_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = /listens on (\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('the service did not start')));
  });
  const ask = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return response.json();
  };
  return { ask, end: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()) };
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))].toFixed(1);
}

async function measureRuns(name, settings) {
  const service = await start({ ...settings, SERVICE_RUN_CONCURRENCY: String(GRAPHS) });
  await service.ask('POST', '/v1/runs', { graph_id: 'g0', params: { agent: 'x' } });
  const began = performance.now();
  let next = 0;
  const client = async () => {
    while (next < RUNS)
      await service.ask('POST', '/v1/runs', { graph_id: `g${next++ % GRAPHS}`, params: { agent: 'x' } });
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const enqueued = performance.now() - began;
  for (;;) {
    const open = await Promise.all(
      ['pending', 'running'].map((status) => service.ask('GET', `/v1/runs?limit=1&status=${status}`)),
    );
    if (open.every(({ runs }) => runs.length === 0)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const ended = performance.now() - began;
  console.log(
    `${name}: enqueued ${Math.round((RUNS / enqueued) * 1000)}/s, ended ${Math.round((RUNS / ended) * 1000)} runs/s (3 nodes each, while enqueuing)`,
  );
  await service.end();
}

async function measureSharing(databaseUrl) {
  const settings = {
    DATABASE_URL: databaseUrl,
    SERVICE_RULESET: join(root, 'rules.yaml'),
    SERVICE_FLEET: `bench-${process.pid}`,
    SERVICE_WORKERS: '1',
  };
  const servers = await Promise.all([start(settings), start(settings), start(settings)]);
  const decide = (server, agent) =>
    server.ask('POST', '/v1/evaluate', {
      ruleset: 'rules',
      facts: [{ template: 'request', data: { agent } }],
    });
  const assertions = [];
  const reached = [];
  const decisions = [];
  for (let i = 0; i < ROUNDS; i++) {
    const began = performance.now();
    await servers[i % 3].ask('POST', '/v1/fleet/facts', { template: 'blocked', data: { agent: `a${i}` } });
    assertions.push(performance.now() - began);
    const answers = await Promise.all(servers.map((server) => decide(server, `a${i}`)));
    if (answers.some(({ reason }) => reason !== `a${i}`)) throw new Error('a server decided on stale facts');
    reached.push(performance.now() - began);
    const before = performance.now();
    await decide(servers[0], 'nobody');
    decisions.push(performance.now() - before);
  }
  console.log(
    `fleet of 3: assertion p50 ${quantile(assertions, 0.5)} ms p99 ${quantile(assertions, 0.99)} ms; in a decision of all p50 ${quantile(reached, 0.5)} ms p99 ${quantile(reached, 0.99)} ms; one decision p50 ${quantile(decisions, 0.5)} ms`,
  );
  const reloads = [];
  for (let i = 0; i < RELOADS; i++) {
    const began = performance.now();
    const { ruleset_hash_after: hash } = await servers[i % 3].ask('POST', '/v1/rules/reload', {
      ruleset_yaml: RULES.replace('"{a}"', `"{a} ${i}"`),
    });
    while (
      (await Promise.all(servers.map((server) => server.ask('GET', '/v1/status')))).some(
        ({ ruleset_hash: now }) => now !== hash,
      )
    ) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    reloads.push(performance.now() - began);
  }
  console.log(
    `replicas of 3: a reload is answered by all after p50 ${quantile(reloads, 0.5)} ms p99 ${quantile(reloads, 0.99)} ms`,
  );
  await Promise.all(servers.map((server) => server.end()));
}

const [databaseUrl] = process.argv.slice(2);
const data = join(root, 'data');
await measureRuns('embedded', { SERVICE_DATA_DIR: data });
if (databaseUrl !== undefined) {
  await measureRuns('PostgreSQL', { DATABASE_URL: databaseUrl });
  await measureSharing(databaseUrl);
}
await rm(root, { recursive: true, force: true });
