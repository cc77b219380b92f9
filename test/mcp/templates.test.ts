import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createGate } from '../../server/gate/gate.ts';
import { Engine } from '../../server/library/engine.ts';
import { draftRuleset } from '../../server/mcp/draft-ruleset.ts';
import { runCli } from '../cli/run-cli.ts';
import { tool } from './support.ts';

const FILES = resolve('test/agents/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const folder = await mkdtemp(join(tmpdir(), 'ferrule-draft-'));
afterAll(() => rm(folder, { recursive: true }));

describe('ferrule templates --from-mcp', () => {
  const from = (...args: readonly string[]) =>
    runCli(['templates', '--from-mcp', ...args, '--', process.execPath, FILES, folder]);

  it('writes a ruleset that a gate can decide by', async () => {
    const path = join(folder, 'files.yaml');
    const run = await from('--name', 'files', '--out', path);
    expect([run.code, run.out]).toEqual([0, '']);
    expect(run.err).toContain('left out: the argument "edits": no slot can hold all that it may be\n');
    const gate = createGate({ engine: await Engine.fromRules(path) });
    const decide = (name: string, args: object) => gate.decide({ agent: 'a', tool: name, callId: '1', args });
    expect(await decide('read_text_file', { path: '/x', head: 3 })).toMatchObject({
      verdict: 'allow',
      reason: 'read_text_file says that it only reads',
    });
    expect(await decide('read_multiple_files', { paths: ['/x', '/y'] })).toMatchObject({ verdict: 'allow' });
    expect(await decide('write_file', { path: '/x' })).toMatchObject({ verdict: 'escalate' });
    expect(await decide('unlink', { path: '/x' })).toMatchObject({ verdict: 'deny' });
    expect(await decide('read_text_file', { path: ['/x'] })).toMatchObject({ verdict: 'deny' });
  });

  it('prints it, and leaves a file that is there as it is', async () => {
    const printed = await from('--name', 'files');
    const path = join(folder, 'files.yaml');
    const before = await readFile(path, 'utf8');
    expect(printed.out).toBe(before);
    const again = await from('--out', path);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('(EEXIST)')]);
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it.each([
    [['--', 'x'], 2, 'templates needs --from-mcp'],
    [['--from-mcp'], 2, 'give either a command behind -- or --upstream'],
    [['--from-mcp', '--name', 'a: b', '--', 'x'], 2, '--name must be letters'],
    [['--from-mcp', '--', process.execPath, '-e', ''], 1, 'the server cannot be listed'],
  ])('refuses %j', async (args, code, message) => {
    const run = await runCli(['templates', ...args]);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('a draft', () => {
  const properties = (given: Readonly<Record<string, unknown>>) => ({ type: 'object', properties: given });
  const draft = (...schemas: readonly Readonly<Record<string, unknown>>[]) =>
    draftRuleset(
      'r',
      schemas.map((given, i) => tool(`t${i}`, { inputSchema: properties(given) })),
    );

  it('has one slot for an argument of several tools, of a type that holds both', async () => {
    const { text, leftOut } = draft(
      { a: { type: 'integer' }, b: { type: 'string' }, c: { type: 'array', items: { type: 'integer' } } },
      {
        a: { type: 'number' },
        b: { type: 'boolean' },
        c: { type: 'integer' },
        d: {},
        e: { type: ['string', 'null'] },
      },
    );
    const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
    const slots = engine.describe().templates[0]?.slots.map(({ name, type }) => [name, type]);
    expect(slots?.slice(3)).toEqual([
      ['arg_a', 'FLOAT'],
      ['arg_b', 'STRING'],
    ]);
    expect(leftOut).toEqual(
      ['c', 'd', 'e'].map((name) => `the argument "${name}": no slot can hold all that it may be`),
    );
  });

  it('makes no syntax of what a server calls things', async () => {
    const hostile = 'x"])\n  - name: all\u2028\u0085';
    const { text, leftOut } = draftRuleset('r', [
      tool(hostile),
      tool('good', {
        inputSchema: properties({ [hostile]: { type: 'string' }, __proto__x: { type: 'string' } }),
      }),
    ]);
    const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
    expect(engine.describe().rules.map(({ name }) => name)).toEqual(['MAIN::others']);
    expect(leftOut).toHaveLength(3);
    expect(text).not.toMatch(/[^\n -~…]/);
  });

  it('of no tools at all compiles', async () => {
    const { text } = draftRuleset('r', []);
    expect((await Engine.fromSources([{ path: 'r.yaml', text }])).describe().rules).toEqual([]);
  });
});
