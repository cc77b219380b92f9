/** The proxy before the two reference servers: real processes, over standard input and output. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { FULL, full } from '../../full.ts';
import { ALLOW_ALL, POLICY } from './support.ts';

const SERVERS = resolve('test/agent-sdks/node_modules/@modelcontextprotocol');
const FILES = join(SERVERS, 'server-filesystem', 'dist', 'index.js');
const EVERYTHING = join(SERVERS, 'server-everything', 'dist', 'index.js');
const CLI = resolve('dist/cli.js');

const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
const policy = join(folder, 'policy.yaml');
const allowAll = join(folder, 'allow.yaml');
const text = join(folder, 'files', 'a.txt');
const open: Client[] = [];
afterAll(async () => {
  for (const client of open) await client.close();
  await rm(folder, { recursive: true });
});
beforeAll(async () => {
  await writeFile(policy, POLICY);
  await writeFile(allowAll, ALLOW_ALL);
  await mkdir(join(folder, 'files'));
  await writeFile(text, 'hello');
});

async function connect(args: readonly string[]): Promise<Client> {
  const capabilities = { sampling: {}, elicitation: {}, roots: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  client.setRequestHandler('roots/list', async () => ({ roots: [] }));
  client.setRequestHandler('sampling/createMessage', async () => ({
    model: 'none',
    role: 'assistant',
    content: { type: 'text', text: 'sampled' },
  }));
  open.push(client);
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      stderr: 'ignore',
      env,
      cwd: folder,
    }),
  );
  return client;
}
const behind = (rules: string, ...command: readonly string[]): Promise<Client> =>
  connect([CLI, 'mcp', 'proxy', '--ruleset', rules, '--', process.execPath, ...command]);

describe('server-filesystem behind the proxy', () => {
  let client: Client;
  beforeAll(async () => {
    client = await behind(policy, FILES, join(folder, 'files'));
  });

  it('lists what may be called', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('read_text_file');
    expect(names).toContain('write_file');
    expect(names).not.toContain('move_file');
    expect(names).not.toContain('create_directory');
  });

  it('passes an allowed call, and refuses the others', async () => {
    const read = await client.callTool({ name: 'read_text_file', arguments: { path: text } });
    expect(read).toMatchObject({ content: [{ type: 'text', text: 'hello' }] });
    const write = await client.callTool({ name: 'write_file', arguments: { path: text, content: 'x' } });
    expect(write).toMatchObject({ isError: true });
    expect(JSON.stringify(write.content)).toContain('writing needs a person');
    const moved = await client.callTool({
      name: 'move_file',
      arguments: { source: text, destination: '/tmp/b' },
    });
    expect(moved).toMatchObject({ isError: true });
    expect(await readFile(text, 'utf8')).toBe('hello');
  });

  it('is named in the lock by its command', async () => {
    const { servers } = JSON.parse(await readFile(join(folder, 'ferrule.mcp.lock'), 'utf8')) as {
      servers: Record<string, object>;
    };
    const key = JSON.stringify([process.execPath, FILES, join(folder, 'files')]);
    expect(Object.keys(servers[key] ?? {})).toHaveLength(14);
  });
});

describe('server-everything', () => {
  /** View of it for a client. */
  async function seen(client: Client): Promise<unknown> {
    const progress: unknown[] = [];
    const { tools } = await client.listTools();
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    return {
      server: client.getServerVersion(),
      tools,
      echo: await call('echo', { message: 'hi' }),
      sum: await call('get-sum', { a: 1, b: 2 }),
      structured: await call('get-structured-content', { location: 'Chicago' }),
      image: await call('get-tiny-image', {}),
      invalid: await call('get-sum', { a: 'x' }),
      slow: await client.callTool(
        { name: 'trigger-long-running-operation', arguments: { duration: 0.1, steps: 2 } },
        { onprogress: (step) => progress.push(step) },
      ),
      // The last step may come after the result, without a listener.
      firstStep: progress[0],
      sampled: await call('trigger-sampling-request', { prompt: 'p' }),
      prompts: await client.listPrompts(),
      prompt: await client.getPrompt({ name: 'simple-prompt' }),
      templates: await client.listResourceTemplates(),
      ping: await client.ping(),
    };
  }

  it('is the same behind the proxy when the rules allow everything', async () => {
    const direct = await seen(await connect([EVERYTHING]));
    expect(await seen(await behind(allowAll, EVERYTHING))).toEqual(direct);
  });
});

describe('ferrule mcp proxy', () => {
  const REFUSED: readonly (readonly [readonly string[], number, string])[] = [
    [['--ruleset', policy, '--', join(folder, 'no-such-command')], 1, 'cannot be started'],
    [['--ruleset', policy, '--upstream', 'http://x', '--', 'x'], 2, 'expected either a command'],
    [['--', 'x'], 2, 'mcp proxy needs --ruleset'],
    [['--ruleset', policy], 2, 'expected either a command after -- or --upstream'],
    [['--ruleset', policy, '--upstream', 'ftp://x'], 2, '--upstream must be an http or https address'],
    [['--ruleset', policy, '--pass', 'tools/call', '--', 'x'], 2, "unknown method 'tools/call' in --pass"],
    [
      ['--ruleset', policy, '--service', 'http://x', '--', 'x'],
      2,
      '--service needs a token in FERRULE_TOKEN',
    ],
    [['--ruleset', join(folder, 'none.yaml'), '--', 'x'], 1, 'none.yaml'],
    [['--ruleset', policy, '--lock', folder, '--', 'x'], 1, 'cannot read'],
  ];

  // A process for each: a plain run starts one that is refused by its options, and one by what it finds.
  it.each(REFUSED.slice(0, full(REFUSED.length, 2)))('refuses %j', async (args, code, message) => {
    const run = await runCli(['mcp', 'proxy', ...args]);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('ferrule mcp accept', () => {
  const lock = join(folder, 'accept.lock');
  const command = ['--', process.execPath, FILES, join(folder, 'files')];
  const accept = (...args: readonly string[]) =>
    runCli(['mcp', 'accept', '--lock', lock, ...args, ...command]);

  it('accepts what a server lists now, all of it or by name', async () => {
    const first = await accept('--tool', 'read_text_file,write_file');
    expect([first.code, first.out]).toEqual([
      0,
      `new "read_text_file"\nnew "write_file"\n2 tools accepted in ${lock}\n`,
    ]);
    const text = await readFile(lock, 'utf8');
    await writeFile(
      lock,
      text.replace(/"write_file": "sha256:[0-9a-f]{64}"/, `"gone": "sha256:${'0'.repeat(64)}"`),
    );
    const second = await accept('--tool', 'write_file,gone');
    expect(second.out).toBe(`gone "gone"\nnew "write_file"\n2 tools accepted in ${lock}\n`);
    await writeFile(lock, text.replace(/"write_file": "sha256:[0-9a-f]{4}/, '"write_file": "sha256:0000'));
    expect((await accept('--tool', 'write_file')).out).toBe(
      `changed "write_file"\n2 tools accepted in ${lock}\n`,
    );
    expect((await accept()).out).toContain(`14 tools accepted in ${lock}\n`);
  });

  it('refuses a name that the server does not have', async () => {
    const unknown = await accept('--tool', 'unlink');
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain("ferrule: the server has no tool 'unlink'\n");
  });

  // `templates.test.ts` has such a server, too.
  it.runIf(FULL)('refuses a server that does not list', async () => {
    const silent = await runCli(['mcp', 'accept', '--lock', lock, '--', process.execPath, '-e', '']);
    expect([silent.code, silent.err]).toEqual([1, expect.stringContaining('the server cannot be listed')]);
  });
});
