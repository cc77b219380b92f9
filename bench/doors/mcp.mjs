// `node bench/doors/mcp.mjs`: what the MCP proxy adds to a tools/call, over stdio, call for call in turn. `… server` is the
// server behind it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median, shown } from './median.mjs';

const CALLS = 1500;
const self = fileURLToPath(import.meta.url);
const TOOL = { name: 'read', inputSchema: { type: 'object' } };

if (process.argv[2] === 'server') {
  const results = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    },
    'tools/list': { tools: [TOOL] },
    'tools/call': { content: [{ type: 'text', text: 'done' }] },
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined)
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} })}\n`);
  });
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-bench-mcp-'));
  const rules = resolve('examples/agents/policy.yaml');
  const lock = ['--lock', join(folder, 'ferrule.mcp.lock')];
  const proxy = ['dist/cli.js', 'mcp', 'proxy', '--ruleset', rules, ...lock, '--', process.execPath, self];
  const sides = [connect([self, 'server']), connect([...proxy, 'server'])];
  const times = [[], []];
  const params = { name: 'read', arguments: { path: '/notes' } };
  for (const side of sides) {
    await side.ask('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'b', version: '1' },
    });
    side.tell('notifications/initialized');
    await side.ask('tools/list', {});
    const { result } = await side.ask('tools/call', params);
    if (result?.isError === true) throw new Error(JSON.stringify(result));
  }
  for (let i = -300; i < CALLS; i++) {
    for (const j of [0, 1]) {
      const started = performance.now();
      await sides[j].ask('tools/call', params);
      if (i >= 0) times[j].push(performance.now() - started);
    }
  }
  const added = median(times[1]) - median(times[0]);
  const [direct, behind] = times.map((list) => shown(list.map((ms) => ms * 1000)));
  console.log(`direct ${direct} us, behind the proxy ${behind} us, added ${added.toFixed(3)} ms`);
  for (const { child } of sides) child.kill();
  rmSync(folder, { recursive: true });
}

function connect(words) {
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  const write = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    child,
    tell: (method) => write({ method }),
    ask: (method, params) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        write({ id, method, params });
      }),
  };
}
