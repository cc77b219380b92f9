// What `ferrule mcp serve` offers to an assistant that writes rules: node examples/agents/mcp-serve.mjs
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = fileURLToPath(new URL('.', import.meta.url));
const bin = join(dirname(fileURLToPath(import.meta.resolve('ferrule'))), 'cli.js');
const args = [...process.execArgv, bin, 'mcp', 'serve', '--root', root];
const client = new Client({ name: 'example', version: '1' });
await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
const ask = async (name, given) => {
  const { content } = await client.callTool({ name, arguments: given });
  return JSON.parse(content[0].text);
};

try {
  const { tools } = await client.listTools();
  console.log(`offered: ${tools.map(({ name }) => name).join(', ')}`);

  // A draft with a misspelt slot.
  const rules = readFileSync(join(root, 'envoy.yaml'), 'utf8');
  const { ok, diagnostics } = await ask('validate', {
    yaml: rules.replace('request.amount', 'request.amuont'),
  });
  for (const { line, message } of ok ? [] : diagnostics) console.log(`draft, line ${line}: ${message}`);

  const input = { attributes: { request: { http: { method: 'POST' } } }, parsed_path: ['pay'] };
  for (const amount of [5, 500]) {
    const request = { path: 'envoy.yaml', input: { ...input, parsed_body: { amount } } };
    const { decision, reason } = await ask('evaluate', request);
    console.log(`${amount}: ${decision}, ${reason}`);
  }
} finally {
  await client.close();
}
