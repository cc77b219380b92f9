/** The proxy with a ruleset that has budgets. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLedger } from '../../../entries/ledger.ts';
import { runCli } from '../../cli/run-cli.ts';
import { full } from '../../full.ts';

const EVERYTHING = resolve(
  'test/agent-sdks/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const CLI = resolve('dist/cli.js');
const RULES = `
rules:
  all: { allow: ok, if: input.tool.name != "" }
budgets:
  calls: { for: input, per: input.tool.name, limit: 2, window: 24h, reason: "{used} of {limit} calls" }
`;
let folder: string;
let rules: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-ledger-'));
  rules = join(folder, 'rate.yaml');
  await writeFile(rules, RULES);
});
afterAll(() => rm(folder, { recursive: true }));

async function connect(stderr: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: {} });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', 'proxy', '--ruleset', rules, '--ledger', 'ledger', '--', process.execPath, EVERYTHING],
    stderr: 'pipe',
    env: Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ''])),
    cwd: folder,
  });
  transport.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
  await client.connect(transport);
  return client;
}

test('each call counts, listings count nothing, and a restart forgets nothing', async () => {
  const stderr: string[] = [];
  const texts: string[] = [];
  for (let i = 0; i < 2; i++) {
    const client = await connect(stderr);
    const { tools } = await client.listTools();
    // A tool whose budget is used up is not listed.
    expect(tools.some(({ name }) => name === 'echo')).toBe(i === 0);
    for (const message of ['a', 'a']) {
      const { content } = await client.callTool({ name: 'echo', arguments: { message } });
      texts.push((content as { readonly text: string }[])[0]!.text);
    }
    await client.close();
  }
  expect(texts.slice(0, 2)).toEqual(['Echo: a', 'Echo: a']);
  for (const text of texts.slice(2)) expect(JSON.parse(text)).toMatchObject({ denied: '2 of 2 calls' });
  expect(stderr.join('')).toContain('warning: the ledger ledger can be written by the user');
  const ledger = await openLedger(join(folder, 'ledger'));
  expect(await ledger.list()).toMatchObject([{ key: { 'tool.name': 'echo' }, used: 2 }]);
  await ledger.close();
});

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [[], 'the ruleset has budgets: give --ledger DIR, or decide through a service with --service'],
  [
    ['--ledger', 'x', '--service', 'http://127.0.0.1:1'],
    '--ledger cannot be combined with --service or --approvals, which count by themselves',
  ],
  [
    ['--ledger', 'x', '--approvals', '127.0.0.1:0'],
    '--ledger cannot be combined with --service or --approvals, which count by themselves',
  ],
  [
    ['--approvals', '127.0.0.1:0'],
    '--approvals: the ruleset has budgets, which need DATABASE_URL, or SERVICE_DATA_DIR without SERVICE_SESSIONS=memory',
  ],
];

test.each(REFUSED.slice(0, full(REFUSED.length, 1)))('does not start with %j', async (args, problem) => {
  const settings = { SERVICE_DATA_DIR: ':memory:', SERVICE_LOG_LEVEL: 'error', FERRULE_TOKEN: 't' };
  const run = await runCli(
    ['mcp', 'proxy', '--ruleset', rules, ...args, '--', 'no-such-command'],
    '',
    settings,
  );
  expect(run.code).toBe(2);
  expect(run.err).toContain(problem);
});

test('does not start on a folder that cannot hold a ledger', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const run = await runCli(['mcp', 'proxy', '--ruleset', rules, '--ledger', file, '--', 'no-such-command']);
  expect(run.code).not.toBe(0);
  expect(run.err).toContain(`--ledger: the ledger ${file} cannot be opened`);
});
