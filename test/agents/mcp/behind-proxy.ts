/** A client behind `ferrule mcp proxy --approvals`, before a server of files. Each test file makes the folder again. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { FULL } from '../../full.ts';
import { POLICY } from './support.ts';

const SERVERS = resolve('test/agent-sdks/node_modules/@modelcontextprotocol');
const FILES = join(SERVERS, 'server-filesystem', 'dist', 'index.js');
const CLI = resolve('dist/cli.js');
const APPROVER = 'the-token-of-a-person-who-may-answer';

export const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
export const text = join(folder, 'files', 'a.txt');
export const tokens = join(folder, 'tokens.json');
export const policy = join(folder, 'policy.yaml');
const open: Client[] = [];

/** Makes the folder before the tests of a file and removes it behind them. Files in one worker share this module, so each calls it. */
export function useFolder(): void {
  beforeAll(async () => {
    await mkdir(join(folder, 'files'), { recursive: true });
    const sha256 = createHash('sha256').update(APPROVER).digest('hex');
    await writeFile(tokens, JSON.stringify({ tokens: [{ name: 'ann', sha256, roles: ['approver'] }] }));
    await writeFile(policy, POLICY.replaceAll('equals(once)', 'equals(list_directory)'));
    await writeFile(text, 'hello');
  });
  afterAll(async () => {
    await endAll();
    await rm(folder, { recursive: true });
  });
}

export interface Behind {
  readonly client: Client;
  /** Address for its approvals. */
  readonly url: string;
  readonly kill: () => Promise<void>;
  /** The machine sleeps for longer than a session of one second lasts. */
  readonly sleep: () => Promise<void>;
  readonly told: () => string;
}

/** A client behind a proxy of these settings. */
export async function behindProxy(
  settings: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<Behind> {
  const args = [CLI, 'mcp', 'proxy', '--ruleset', policy, '--approvals', '127.0.0.1:0', ...options];
  const given = Object.entries(process.env).map(([name, value]) => [name, value ?? ''] as const);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args, '--', process.execPath, FILES, join(folder, 'files')],
    cwd: folder,
    stderr: 'pipe',
    env: {
      ...Object.fromEntries(given),
      ...(FULL ? {} : { SERVICE_WORKERS: '1' }),
      SERVICE_TOKENS_FILE: tokens,
      ...settings,
    },
  });
  const client = new Client({ name: 'test', version: '1' });
  open.push(client);
  let told = '';
  const url = new Promise<string>((found) => {
    transport.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const address = /serving approvals at (\S+)/.exec(told)?.[1];
      if (address !== undefined) found(address);
    });
  });
  await client.connect(transport);
  const kill = async (): Promise<void> => {
    const ended = new Promise<void>((resolve) => (client.onclose = resolve));
    process.kill(transport.pid ?? 0, 'SIGKILL');
    await ended;
  };
  const sleep = async (): Promise<void> => {
    process.kill(transport.pid ?? 0, 'SIGSTOP');
    await pause(2_500);
    process.kill(transport.pid ?? 0, 'SIGCONT');
  };
  return { client, url: await url, kill, sleep, told: () => told };
}

export const approvals = (url: string, ...words: readonly string[]) =>
  runCli(['approvals', ...words], '', { FERRULE_URL: url, FERRULE_TOKEN: APPROVER });
export const write = ({ client }: Behind, content = 'written') =>
  client.callTool({ name: 'write_file', arguments: { path: text, content } });
export const list = ({ client }: Behind) =>
  client.callTool({ name: 'list_directory', arguments: { path: join(folder, 'files') } });
export const content = (): Promise<string> => readFile(text, 'utf8');
/** The id of the approval that a call waits for. */
export async function escalated(result: Promise<unknown>): Promise<string> {
  const answer = JSON.stringify(await result);
  expect(answer).toContain('needs_approval');
  return /\\"approval\\":\\"([\w-]+)\\"/.exec(answer)?.[1] ?? '';
}

/** Ends what a test has begun. */
export async function endAll(): Promise<void> {
  for (const client of open.splice(0)) await client.close();
}
