/** A drafted ruleset before the server that it was drafted for: what needs approval passes once it is approved. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryApprovals } from '../../../agents/gate/approvals.ts';
import { localDecider } from '../../../agents/gate/local-decider.ts';
import { Engine } from '../../../library/node/engine.ts';
import type { Tool } from '../../../agents/mcp/tool.ts';
import { draftRuleset } from '../../../agents/mcp/draft/draft-ruleset.ts';
import { runCli } from '../../cli/run-cli.ts';
import { full } from '../../full.ts';
import { createSessions, serving, textOf } from './support.ts';

const object = (properties: object) => ({ type: 'object', properties });
const READS = { annotations: { readOnlyHint: true } };
/** Tools whose arguments have every shape that JSON Schema knows. */
const SHAPES: readonly Tool[] = [
  {
    name: 'look',
    ...READS,
    inputSchema: object({
      path: { type: 'string' },
      limit: { type: 'integer' },
      ratio: { type: 'number' },
      all: { type: 'boolean' },
      mode: { enum: ['a', 'b{x}', null, 3] },
      none: { type: 'null' },
      tags: { type: 'array', items: { type: 'string' } },
      filter: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      nested: object({ a: object({ b: { type: 'array', items: { type: 'number' } } }) }),
      any: {},
      yes: true,
    }),
  },
  {
    name: 'get',
    ...READS,
    inputSchema: object({
      address: { type: 'string', format: 'uri' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
    }),
  },
  {
    name: 'batch',
    ...READS,
    inputSchema: object({ operations: { type: 'array', items: object({ path: { type: 'string' } }) } }),
  },
  {
    name: 'put',
    inputSchema: object({
      outputFiles: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      body: {},
      null: { type: 'string' },
      'a b': {},
    }),
  },
  { name: 'null', inputSchema: { type: 'object' } },
];
const OPTIONS = { name: 'shapes', workspace: '/data/w', domain: 'docs.test' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-draft-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(tools: readonly Tool[], name: string): Promise<string> {
  const draft = draftRuleset(tools, OPTIONS);
  if (draft === null) throw new Error('no draft');
  const path = join(folder, `${name}.yaml`);
  await writeFile(path, draft.text);
  await writeFile(join(folder, `${name}.test.yaml`), draft.suite);
  return path;
}

const DRAFTS: readonly (readonly [string, readonly Tool[]])[] = [
  ['of every shape', SHAPES],
  ['without arguments', SHAPES.slice(4)],
  ['that only read', SHAPES.slice(0, 2)],
  ['that only write', SHAPES.slice(3)],
  ['that read without arguments', [{ name: 'now', ...READS }]],
  ['with paths only', [SHAPES[0]!, SHAPES[3]!]],
  ['with URLs only', [SHAPES[1]!]],
];

// Three processes for each: a plain run has the draft with all there is, and the one with the least.
describe.each(DRAFTS.slice(0, full(DRAFTS.length, 2)))('the draft for tools %s', (name, tools) => {
  it('is well, laid out and passes its own suite', async () => {
    const path = await written(tools, name.replaceAll(' ', '-'));
    const suite = path.replace('.yaml', '.test.yaml');
    expect(await runCli(['validate', '--strict', path])).toMatchObject({ code: 0, err: '' });
    expect(await runCli(['fmt', '--check', path, suite])).toEqual({ code: 0, out: '', err: '' });
    expect(await runCli(['test', path])).toMatchObject({ code: 0 });
  });
});

it('knows paths and URLs by names and formats, and requires approval where objects may hide them', () => {
  const draft = draftRuleset(SHAPES, OPTIONS);
  for (const row of [
    '[look, path, path]',
    '[look, limit, text]',
    '[look, nested, text]',
    '[get, address, url]',
    '[put, outputFiles, path]',
    '[put, "null", text]',
    '["null", approval]',
    '[look, nothing]',
    '[batch, approval]',
  ])
    expect(draft?.text).toContain(`- ${row}\n`);
  expect(draft?.notes).toEqual([
    'batch needs approval: objects in its argument "operations" may hold paths or URLs',
    'the argument "a b" of put is left out, so a call with it is denied',
  ]);
});

it('is none without a tool that can be declared', () => {
  expect(draftRuleset([], OPTIONS)).toBeNull();
  expect(draftRuleset([{ name: 'a b' }], OPTIONS)).toBeNull();
});

it('a suite that loses a row of the ruleset fails', async () => {
  const path = await written(SHAPES, 'fewer');
  const text = await readFile(path, 'utf8');
  for (const row of [
    '      - [look, tags, text]\n',
    '      - [put, body, text]\n',
    '      - [get, nothing]\n',
  ].slice(0, full(3, 1))) {
    expect(text).toContain(row);
    await writeFile(path, text.replace(row, ''));
    expect((await runCli(['test', path])).code).toBe(1);
  }
});

describe('before the server', () => {
  const { start, closeAll } = createSessions();
  afterAll(closeAll);

  it('escalates, lets the approved call pass once, and nothing else', async () => {
    const engine = await Engine.fromRules(await written(SHAPES, 'proxy'));
    const approvals = memoryApprovals();
    const session = await start(
      serving(() => SHAPES),
      { gate: { decider: localDecider(engine), approvals } },
    );
    const put = async (args: object): Promise<unknown> => textOf(await session.call('put', args))[0];
    const args = { outputFiles: ['/data/w/a'], body: { lines: [1, null, { x: true }] } };
    expect(await session.names()).toEqual(['look', 'get', 'batch', 'put', 'null']);
    expect(await put(args)).toMatchObject({ needs_approval: 'put needs approval' });
    const [waiting] = await approvals.list();
    await approvals.answer(waiting!.id, 'approved', 'ann', Date.now());
    expect(await put({ ...args, body: 'other' })).toMatchObject({ needs_approval: 'put needs approval' });
    expect(await put(args)).toBe('did put');
    expect(await put(args)).toMatchObject({ needs_approval: 'put needs approval' });
    expect(await put({ outputFiles: ['/data/w/../x'] })).toMatchObject({
      denied: 'argument outputFiles of put is not a path within /data/w',
    });
    expect(await put({ mode: 1 })).toMatchObject({ denied: 'argument mode of put is not declared' });
    expect(textOf(await session.call('look', { path: '/data/w/a', nested: { a: null } }))[0]).toBe(
      'did look',
    );
    expect(textOf(await session.call('get', { address: 'http://169.254.169.254/' }))[0]).toMatchObject({
      denied: 'argument address of get is not a plain https URL',
    });
  });
});
