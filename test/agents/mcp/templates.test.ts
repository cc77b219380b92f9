import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGate } from '../../../agents/gate/gate.ts';
import { Engine } from '../../../library/node/engine.ts';
import { draftRuleset } from '../../../agents/mcp/draft/draft-ruleset.ts';
import { runCli } from '../../cli/run-cli.ts';
import { full } from '../../full.ts';
import { tool } from './support.ts';

const FILES = resolve('test/agent-sdks/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const folder = await mkdtemp(join(tmpdir(), 'ferrule-draft-'));
afterAll(() => rm(folder, { recursive: true }));

describe('ferrule templates --from-mcp', () => {
  const from = (...args: readonly string[]) =>
    runCli([
      'templates',
      '--from-mcp',
      '--workspace',
      '/srv/data',
      ...args,
      '--',
      process.execPath,
      FILES,
      folder,
    ]);

  it('writes a ruleset that a gate can decide by, and its suite', async () => {
    const path = join(folder, 'files.yaml');
    const run = await from('--name', 'files', '--out', path);
    expect([run.code, run.out]).toEqual([0, '']);
    const gate = createGate({ engine: await Engine.fromRules(path) });
    const decide = (name: string, args: object) => gate.decide({ agent: 'a', tool: name, callId: '1', args });
    expect(await decide('read_text_file', { path: '/srv/data/x', head: 3 })).toMatchObject({
      verdict: 'allow',
      reason: 'read_text_file stays within /srv/data',
    });
    const paths = ['/srv/data/x', '/srv/data/y'];
    expect(await decide('read_multiple_files', { paths })).toMatchObject({ verdict: 'allow' });
    expect(await decide('write_file', { path: '/srv/data/x' })).toMatchObject({ verdict: 'escalate' });
    expect(await decide('write_file', { path: '/x' })).toMatchObject({ verdict: 'deny' });
    expect(await decide('unlink', { path: '/srv/data/x' })).toMatchObject({ verdict: 'deny' });
    expect(await decide('read_text_file', { path: ['/x'] })).toMatchObject({ verdict: 'deny' });
    expect((await runCli(['test', path])).code).toBe(0);
  });

  it('prints it, and never overwrites an existing file', async () => {
    const printed = await from('--name', 'files');
    const path = join(folder, 'files.yaml');
    const before = await readFile(path, 'utf8');
    expect(printed.out).toBe(before);
    const again = await from('--out', path);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('(EEXIST)')]);
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  const REFUSED: readonly (readonly [readonly string[], number, string])[] = [
    [['--from-mcp', '--', process.execPath, '-e', ''], 1, 'the server cannot be listed'],
    [['--from-mcp', '--workspace', '/srv/../etc', '--', 'x'], 2, '--workspace must be an absolute path'],
    [['--', 'x'], 2, 'templates needs --from-mcp'],
    [['--from-mcp'], 2, 'expected either a command after -- or --upstream'],
    [['--from-mcp', '--name', 'a: b', '--', 'x'], 2, '--name must be letters'],
    [['--from-mcp', '--workspace', 'srv', '--', 'x'], 2, '--workspace must be an absolute path'],
    [['--from-mcp', '--domain', 'https://a.test', '--', 'x'], 2, '--domain must be a domain'],
    [['--from-mcp', '--out', 'rules', '--', 'x'], 2, '--out must be a file that ends in .yaml'],
    [['--from-mcp', '--out', 'a.test.yaml', '--', 'x'], 2, '--out must be a file that ends in .yaml'],
  ];

  // A process for each: a plain run starts one that is refused by its options, and one by what it finds.
  it.each(REFUSED.slice(0, full(REFUSED.length, 2)))('refuses %j', async (args, code, message) => {
    const run = await runCli(['templates', ...args]);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

it('makes no syntax of what a server calls things', async () => {
  const hostile = 'x"])\n  - name: all\u2028\u0085';
  const schema = { type: 'object', properties: { [hostile]: { type: 'string' }, __proto__x: {} } };
  const draft = draftRuleset([tool(hostile), tool('good', { inputSchema: schema })], {
    name: 'r',
    workspace: '/w',
    domain: 'a.test',
  });
  const text = draft?.text ?? '';
  const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
  expect(engine.describe().rules.map(({ name }) => name)).not.toContain('MAIN::all');
  expect(draft?.notes).toHaveLength(2);
  expect(text).not.toMatch(/[^\n -~]/);
});
