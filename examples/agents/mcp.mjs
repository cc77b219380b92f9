// The proxy before a server of MCP: node examples/agents/mcp.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const bin = join(dirname(fileURLToPath(import.meta.resolve('ferrule'))), 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'ferrule-example-'));

// The user of this client agrees to what the proxy asks: with --elicit only.
const client = new Client({ name: 'example', version: '1' }, { capabilities: { elicitation: {} } });
client.setRequestHandler('elicitation/create', async ({ params }) => {
  console.log(`asked: ${params.message.split('\n')[0]}`);
  return { action: 'accept', content: {} };
});
const proxy = ['mcp', 'proxy', '--ruleset', here('policy.yaml'), '--lock', join(folder, 'lock'), '--elicit'];
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [
      ...process.execArgv,
      bin,
      ...proxy,
      '--',
      process.execPath,
      ...process.execArgv,
      here('mcp-server.mjs'),
    ],
    stderr: 'ignore',
  }),
);
try {
  const { tools } = await client.listTools();
  console.log(`listed: ${tools.map(({ name }) => name).join(', ')}`);
  for (const name of ['read', 'remove', 'write']) {
    const { content } = await client.callTool({ name, arguments: { path: '/notes' } });
    console.log(`${name}: ${content[0].text.replace(/"decision_id":"[^"]+"/, '"decision_id":"…"')}`);
  }
} finally {
  await client.close();
  rmSync(folder, { recursive: true });
}
