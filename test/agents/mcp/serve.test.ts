/** `ferrule mcp serve`, as clients of both eras see it over standard input and output, and over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL, full } from '../../full.ts';

const RULES = `
templates:
  - name: agent
    slots: [{ name: id, type: string, required: true }]
input: [{ template: agent, slots: { id: $.who } }]
rules:
  - name: allow-ann
    when: [{ template: agent, conditions: [{ slot: id, expression: equals(ann) }] }]
    then: { action: allow, reason: "it is ann" }
`;
const SUITE = `
cases:
  - { name: ann may, facts: [{ template: agent, data: { id: ann } }], expect: { decision: allow } }
  - { name: bob may, facts: [{ template: agent, data: { id: bob } }], expect: { decision: allow } }
`;

const TOKEN = 'the-token-of-assistants';
let folder: string;
let listening: ChildProcess;
let url: string;
/** Clients of both eras over each transport. A plain run has the older one over standard input and output, the newer over HTTP. */
const clients: Client[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-serve-'));
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root', 'access.yaml'), RULES);
  await writeFile(join(folder, 'root', 'access.test.yaml'), SUITE);
  await writeFile(join(folder, 'secret.yaml'), 'password: 123');
  await symlink(join(folder, 'secret.yaml'), join(folder, 'root', 'link.yaml'));
  await mkdir(join(folder, 'other'));
  await mkdir(join(folder, 'root', 'confined'));
  await writeFile(join(folder, 'other', 'rules.yaml'), RULES);
  await writeFile(join(folder, 'other', 'outside.test.yaml'), SUITE);
  for (const [name, ruleset] of [
    ['above', '../../../other/rules.yaml'],
    ['linked', 'to-rules.yaml'],
  ]) {
    await mkdir(join(folder, 'root', 'confined', name ?? ''));
    await writeFile(
      join(folder, 'root', 'confined', name ?? '', 'x.test.yaml'),
      `ruleset: ${ruleset}\n${SUITE}`,
    );
  }
  await symlink(
    join(folder, 'other', 'rules.yaml'),
    join(folder, 'root', 'confined', 'linked', 'to-rules.yaml'),
  );
  await mkdir(join(folder, 'root', 'confined', 'suites'));
  await symlink(
    join(folder, 'other', 'outside.test.yaml'),
    join(folder, 'root', 'confined', 'suites', 'outside.test.yaml'),
  );
  await mkdir(join(folder, 'root', 'confined', 'imports'));
  await writeFile(
    join(folder, 'root', 'confined', 'imports', 'r.yaml'),
    `imports: [../../../other/rules.yaml]\n${RULES}`,
  );
  await writeFile(join(folder, 'root', 'confined', 'imports', 'r.test.yaml'), SUITE);
  for (const mode of (['legacy', 'auto'] as const).slice(0, full(2, 1))) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const args = [resolve('dist/cli.js'), 'mcp', 'serve', '--root', join(folder, 'root')];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    clients.push(client);
  }
  const args = [resolve('dist/cli.js'), 'mcp', 'serve', '--root', join(folder, 'root')];
  listening = spawn(process.execPath, [...args, '--listen', '127.0.0.1:0'], {
    env: { ...process.env, SERVICE_API_TOKEN: TOKEN },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  url = await new Promise((found) => {
    listening.stderr?.on('data', (chunk: Buffer) => found(/on (\S+)/.exec(chunk.toString())?.[1] ?? ''));
  });
  for (const mode of (['legacy', { pin: '2026-07-28' }] as const).slice(full(0, 1))) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    clients.push(client);
  }
});
afterAll(async () => {
  for (const client of clients) await client.close();
  const ended = new Promise((done) => listening.once('exit', done));
  listening.kill();
  expect(await ended).toBe(0);
  await rm(folder, { recursive: true });
});

async function call(name: string, args: Record<string, unknown>, client = clients[0]) {
  const result = await client?.callTool({ name, arguments: args });
  const [first] = (result?.content ?? []) as { text: string }[];
  return { text: first?.text ?? '', isError: result?.isError === true };
}
const json = async (name: string, args: Record<string, unknown>, client = clients[0]): Promise<unknown> =>
  JSON.parse((await call(name, args, client)).text) as unknown;

it('is for who has the token, over HTTP', async () => {
  const post = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url, { method: 'POST', headers, body: '{}' });
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: `Bearer ${TOKEN}`, origin: 'http://evil.test' })).status).toBe(403);
});

describe.each(FULL ? [0, 1, 2, 3] : [0, 1])('for client %i', (i) => {
  it('offers tools that only read', async () => {
    const tools = (await clients[i]?.listTools())?.tools ?? [];
    expect(tools.map(({ name }) => name)).toEqual(['validate', 'evaluate', 'explain', 'test']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  });

  it('evaluates a ruleset of the folder', async () => {
    const facts = [{ template: 'agent', data: { id: 'ann' } }];
    expect(await json('evaluate', { path: 'access.yaml', facts }, clients[i])).toMatchObject({
      decision: 'allow',
      reason: 'it is ann',
      firings: [{ rule: 'MAIN::allow-ann' }],
    });
  });
});

it('explains a decision, and what would change it', async () => {
  const answer = await json('explain', { yaml: RULES, input: { who: 'bob' }, flip: 'allow' });
  expect(answer).toMatchObject({
    decision: 'deny',
    flips: { found: [{ decision: 'allow', changes: [{ slot: 'id', from: 'bob', to: 'ann' }] }, {}] },
  });
  const asked = await json('explain', { yaml: RULES, facts: [], rule: 'allow-ann' });
  expect(asked).toMatchObject({ decision: 'deny' });
});

it('evaluates documents, and rulesets that are not written yet', async () => {
  const answer = await json('evaluate', { yaml: RULES, input: { who: 'bob' } });
  expect(answer).toMatchObject({ decision: 'deny', facts: [{ template: 'agent', data: { id: 'bob' } }] });
});

it('reports every problem of a ruleset with its place', async () => {
  expect(await json('validate', { path: 'access.yaml' })).toEqual({ ok: true, diagnostics: [] });
  const report = await json('validate', {
    yaml: RULES.replace('template: agent, cond', 'template: agnet, cond'),
  });
  const diagnostics = [{ severity: 'error', line: 8, code: 'unknown-template', suggestion: 'agent' }];
  expect(report).toMatchObject({ ok: false, diagnostics });
});

it('runs the suites of a ruleset', async () => {
  expect(await json('test', { path: 'access.yaml' })).toMatchObject({
    ok: false,
    summary: { passed: 1, failed: 1 },
  });
});

const REFUSED: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
  ['a path outside of the folder', 'validate', { path: '../secret.yaml' }, '"../secret.yaml" does not exist'],
  ['no ruleset', 'evaluate', {}, 'give either path or yaml'],
  ['a fact of no template', 'evaluate', { yaml: RULES, facts: [{ template: 'x', data: {} }] }, "'x'"],
  ['another tool', 'reload', {}, 'unknown tool "reload"'],
  ['a link that leads out of it', 'validate', { path: 'link.yaml' }, '"link.yaml" does not exist'],
  ['an absolute path', 'test', { path: '/etc/passwd' }, '"/etc/passwd" does not exist'],
  ['two rulesets', 'evaluate', { path: 'access.yaml', yaml: RULES }, 'give either path or yaml'],
  ['a path that is not a text', 'validate', { path: 1 }, 'path must be a text'],
  ['no suites', 'test', {}, 'test needs a path'],
  ['facts that are none', 'evaluate', { yaml: RULES, facts: {} }, 'expected an array of facts'],
  ['a ruleset that does not compile', 'evaluate', { yaml: 'rules: [' }, 'ruleset.yaml'],
  ['a rule that is not there', 'explain', { yaml: RULES, rule: 'allow-bob' }, 'allow-bob'],
  ['a rule that is not a text', 'explain', { yaml: RULES, rule: 1 }, 'rule must be a text'],
];

it.each(REFUSED.slice(0, full(REFUSED.length, 4)))('refuses %s', async (_, name, args, message) => {
  const { text, isError } = await call(name, args);
  expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  expect(text).not.toContain('123');
});

it('changes nothing', async () => {
  expect((await readdir(join(folder, 'root'))).sort()).toEqual([
    'access.test.yaml',
    'access.yaml',
    'confined',
    'link.yaml',
  ]);
});

describe('the tool test', () => {
  it.each(['above', 'linked', 'suites', 'imports'])('reads nothing outside of the root: %s', async (path) => {
    const { text } = await call('test', { path: `confined/${path}` });
    expect(text).not.toContain('ann may');
  });
});
