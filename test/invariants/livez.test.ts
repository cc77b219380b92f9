/** No request keeps `/livez` waiting, whatever its body is and whichever endpoint gets it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, type Processes } from '../agents/mcp/processes.ts';
import { FULL } from '../full.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));
const TOKEN = 'invariant-token-invariant-token';
const GATE = `
templates: [{ name: request, slots: [{ name: tool, type: string }] }]
input: [{ template: request, slots: { tool: $.tool.name } }]
ruleset: gate
rules:
  - name: waits
    when: [{ template: request, conditions: [{ slot: tool, expression: equals(wait) }] }]
    then: { action: escalate, reason: a person decides }
`;

const SIZE = 8_000_000;
/** A request blocks the thread each time it is sent; a machine that is busy with something else rarely does. */
const TIMES = 3;
const ATTEMPTS = 5;
const BOUND_MS = 50;
/** Burns two cores for a while in a process of its own: how long `/livez` takes meanwhile is the machine's doing. */
const BURN = `
  const { Worker, isMainThread } = require('node:worker_threads');
  if (isMainThread) new Worker(__filename);
  const until = Date.now() + 3000;
  while (Date.now() < until) JSON.parse('[' + '{},'.repeat(1e5) + '{}]');
`;

const objects = `[1.0,${'{},'.repeat(SIZE / 3)}{}]`;
const keys = `{${Array.from({ length: 600_000 }, (_, i) => `"k${i.toString(36)}":1.0`).join(',')}}`;
const fits = `[1.0,${'{},'.repeat(80_000)}{}]`;
const access = (value: string, more: string): string =>
  `{"subject":{"type":"user","id":"u"},"action":{"name":"wait"},"resource":{"type":"t","id":"r"},` +
  `"context":{"x":${value}${more}}}`;
const denial = '"denial":{"evaluation_id":"x","expires_at":"2099-01-01T00:00:00Z"}';
const call = (value: string, tool = 'wait'): string =>
  `{"ruleset":"gate","agent":"a","tool":{"name":"${tool}"},"call":{"id":"c","args":${value}}}`;

/** Bodies that take another way through an endpoint that a plain run tries already. */
const REPEATED = new Set([
  'a call of keys',
  'an explanation with unknown keys',
  'an access request within the cap',
]);

/** By name: address, body. */
const REQUESTS: Readonly<Record<string, readonly [path: string, body: string]>> = {
  'a call': ['/v1/calls', call(objects)],
  'a call within the cap': ['/v1/calls', call(fits, 'other')],
  'a call of keys': ['/v1/calls', call(keys)],
  'a call with unknown keys': ['/v1/calls', keys],
  'an evaluation': ['/v1/evaluate', `{"ruleset":"gate","facts":[],"input":${objects}}`],
  'an explanation': ['/v1/explain', `{"ruleset":"gate","facts":[],"input":${objects}}`],
  'an explanation with unknown keys': ['/v1/explain', keys],
  'a decision of the Data API with unknown keys': ['/v1/data/gate', keys],
  'an access evaluation that names an approval': [
    '/access/v1/evaluation',
    access(objects, ',"approval":{"id":"x"}'),
  ],
  'an access request': ['/access/v1/requests', `${access(objects, '').slice(0, -1)},${denial}}`],
  'an access request within the cap': ['/access/v1/requests', `${access(fits, '').slice(0, -1)},${denial}}`],
  'an answer to an approval': ['/v1/approvals/x', `{"decision":"approved","x":${objects}}`],
  'a run': ['/v1/runs', `{"graph_id":"g","params":{"a":${objects}}}`],
  'a run within the cap': ['/v1/runs', `{"graph_id":"g","params":{"a":${fits}}}`],
  'a check from Envoy': ['/v1/envoy/check/x', objects],
};

let folder: string;
let processes: Processes;
let url: string;
/** Milliseconds that `/livez` takes on this machine when something else is busy. */
let noise = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-livez-'));
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root/gate.yaml'), GATE);
  processes = createProcesses(folder, {
    SERVICE_PORT: '0',
    SERVICE_WORKERS: '1',
    SERVICE_DATA_DIR: ':memory:',
    SERVICE_SESSIONS: 'memory',
    SERVICE_API_TOKEN: TOKEN,
    SERVICE_ADMIN_TOKEN: 'another-token-another-token',
    SERVICE_RULESET_ROOT: join(folder, 'root'),
    SERVICE_AUTHZEN_RULESET: 'gate',
    SERVICE_ENVOY_RULESET: 'gate',
    SERVICE_LOG_LEVEL: 'info',
  });
  url = await processes.start([CLI, 'serve'], /(http:\/\/127\.0\.0\.1:\d+)/);
  await writeFile(join(folder, 'burn.cjs'), BURN);
  const probe = await startProbe();
  await once(spawn(process.execPath, [join(folder, 'burn.cjs')], { stdio: 'ignore' }), 'exit');
  noise = (await probe.end())[TIMES - 1] ?? 0;
});

afterAll(async () => {
  await processes.end();
  await rm(folder, { recursive: true });
});

test.each(Object.entries(REQUESTS).filter(([name]) => FULL || !REPEATED.has(name)))(
  '%s',
  async (_name, [path, body]) => {
    const packed = gzipSync(body);
    let longest: readonly number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const probe = await startProbe();
      for (let i = 0; i < TIMES; i++) expect(await send(path, packed)).toBeLessThan(600);
      longest = await probe.end();
      if ((longest[TIMES - 1] ?? 0) < BOUND_MS + noise) return;
    }
    expect.fail(`the longest waits were ${longest.join(', ')} ms`);
  },
);

async function send(path: string, packed: Buffer): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: packed as unknown as string,
  });
  await response.text();
  return response.status;
}

interface Probe {
  /** Ends it and returns the longest waits in milliseconds, longest first. */
  readonly end: () => Promise<readonly number[]>;
}

async function startProbe(): Promise<Probe> {
  const probe = spawn(process.execPath, [PROBE, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(probe.stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    async end() {
      probe.stdin.end();
      const { value } = (await lines.next()) as { readonly value: string };
      if (probe.exitCode === null) await once(probe, 'exit');
      return JSON.parse(value) as readonly number[];
    },
  };
}
