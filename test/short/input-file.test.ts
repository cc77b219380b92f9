/** `input: file.json`: a JSON Schema or an MCP manifest declares the document. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';

const SCHEMA = {
  type: 'object',
  required: ['env', 'items', 'who'],
  additionalProperties: false,
  properties: {
    env: { enum: ['prod', 'test'] },
    rows: { type: 'integer', default: 5 },
    rate: { type: ['number', 'null'], minimum: 0 },
    since: { type: 'string', format: 'date-time' },
    who: { $ref: '#/$defs/person' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    items: {
      type: 'array',
      items: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
    },
    free: {},
    mixed: { type: ['string', 'integer'] },
    closed: { type: 'object', properties: { on: { type: 'boolean' } }, additionalProperties: false },
    'odd~/key': { type: 'string' },
  },
  $defs: {
    person: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, boss: { $ref: '#/$defs/person' } },
    },
  },
};

const sourcesOf = (rules: string, json: unknown = SCHEMA, name = 'shape.json') => [
  { path: 'policy.yaml', text: `input: shape.json\nrules:\n${rules}` },
  { path: name, text: typeof json === 'string' ? json : JSON.stringify(json) },
];
const problems = (rules: string, json: unknown = SCHEMA, name = 'shape.json'): readonly string[] =>
  compileSources(sourcesOf(rules, json, name)).diagnostics.map(({ code }) => code);

async function decide(rules: string, input: unknown, json: unknown = SCHEMA): Promise<string> {
  const engine = await Engine.fromSources(sourcesOf(rules, json), { warmUp: false });
  try {
    return String(engine.evaluate({ scoped: true, input }).decision);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const FINE = { env: 'prod', items: [], who: { name: 'ann' } };

describe('a JSON Schema', () => {
  test.each<[condition: string, input: object, decision: string]>([
    ['input.env == "prod"', FINE, 'allow'],
    ['input.env == "prod"', { ...FINE, env: 'live' }, 'validation_error'],
    ['input.env == "prod"', { items: [], who: { name: 'a' } }, 'validation_error'],
    ['input.rows == 5', FINE, 'allow'],
    ['input.rows == 5', { ...FINE, rows: 5.5 }, 'validation_error'],
    ['input.rate > 0.5', { ...FINE, rate: 1 }, 'allow'],
    ['input.rate > 0.5', { ...FINE, rate: null }, 'deny'],
    ['input.since < now', { ...FINE, since: '2020-01-01T00:00:00Z' }, 'allow'],
    ['input.since < now', { ...FINE, since: 'yesterday' }, 'validation_error'],
    ['input.who.name == "ann"', FINE, 'allow'],
    ['input.who.boss.name == "ann"', { ...FINE, who: { name: 'a', boss: {} } }, 'validation_error'],
    ['input.who.boss.boss.name == "ann"', FINE, 'deny'],
    ['exists(v in input.labels, v == "x")', { ...FINE, labels: { a: 'x' } }, 'allow'],
    ['exists(v in input.labels, v == "x")', { ...FINE, labels: { a: 5 } }, 'validation_error'],
    ['exists(i in input.items, i.price > 1)', { ...FINE, items: [{ price: 2 }] }, 'allow'],
    ['exists(i in input.items, i.price > 1)', { ...FINE, items: [{}] }, 'validation_error'],
    ['input.free.a == "x"', { ...FINE, free: { a: 'x' } }, 'allow'],
    ['input.mixed == "x"', { ...FINE, mixed: 5 }, 'deny'],
    ['input.closed.on', { ...FINE, closed: { on: true } }, 'allow'],
    ['input["odd~/key"] == "x"', { ...FINE, 'odd~/key': 'x' }, 'allow'],
  ])('%s of %j', async (condition, input, decision) => {
    expect(await decide(`  r: { allow: true, if: '${condition}' }\n`, input)).toBe(decision);
  });

  test.each([
    ['input.enw == "prod"', 'short-input-path'],
    ['input.closed.off', 'short-input-path'],
    ['input.env == "live"', 'value-not-allowed'],
    ['input.rate == "x"', 'short-input-type'],
  ])('types %s: %s', (condition, code) => {
    expect(problems(`  r: { allow: true, if: '${condition}' }\n`)).toContain(code);
  });

  test('that refers to itself for ever is any', () => {
    const json = { type: 'object', properties: { a: { $ref: '#/properties/a' }, b: { $ref: 'other.json' } } };
    expect(problems('  r: { allow: true, if: input.a.x == 1 and input.b.y == 2 }\n', json)).toEqual([]);
  });
});

const RULE = '  r: { allow: true, if: input.tool.name == "read" }\n';

test.each([
  ['not JSON', '{ a: 1 }'],
  ['a list', '[]'],
  ['a schema of a text', { type: 'string' }],
  ['an empty manifest', { tools: [] }],
])('%s is refused where it is named', (_, json) => {
  const { diagnostics } = compileSources(sourcesOf(RULE, json));
  expect(diagnostics.map(({ code, at }) => [code, at.file, at.start])).toEqual([
    ['input-file', 'policy.yaml', 7],
  ]);
});

test('a file that is not there, or leads out of the ruleset, is refused', () => {
  expect(problems(RULE, SCHEMA, 'other.json')).toEqual(['input-file']);
  const out = [{ path: 'policy.yaml', text: `input: ../shape.json\nrules:\n${RULE}` }];
  expect(compileSources(out).diagnostics.map(({ code }) => code)).toEqual(['input-file']);
  const rows = [
    {
      path: 'policy.yaml',
      text: `relations: { r: { columns: { a: string }, file: rows.json } }\nrules:\n${RULE}`,
    },
    { path: 'rows.json', text: '[]' },
  ];
  expect(compileSources(rows).diagnostics.map(({ code }) => code)).toContain('unknown-file');
});

test('the file is part of the hash, and of its limits', () => {
  const hashes = ['prod', 'live'].map((env) =>
    compileSources(sourcesOf('  r: { allow: true, if: has(input.who) }\n', { ...SCHEMA, title: env })),
  );
  expect(hashes[0]?.hash).not.toBe(hashes[1]?.hash);
  const deep = JSON.parse(`${'{"items":'.repeat(60)}{}${'}'.repeat(60)}`) as object;
  expect(problems(RULE, { type: 'object', properties: { a: deep } })).toContain('nesting-too-deep');
});

describe('a manifest', () => {
  const TOOLS = {
    tools: [
      {
        name: 'read',
        inputSchema: { type: 'object', properties: { path: { type: 'string' }, n: { type: 'integer' } } },
      },
      {
        name: 'list',
        inputSchema: { type: 'object', properties: { path: { type: 'string' }, n: { type: 'string' } } },
      },
      { name: 'bare' },
    ],
  };
  const call = (args: object, name = 'read') => ({
    agent: 'a',
    tool: { name },
    call: { id: '1', at: 1, args, args_digest: 'sha256:' },
  });

  test('types the arguments that tools agree on', async () => {
    const rule = '  r: { allow: true, if: \'input.call.args.path.starts_with("/a")\' }\n';
    expect(await decide(rule, call({ path: '/a/b' }), TOOLS)).toBe('allow');
    expect(await decide(rule, call({ path: 5 }), TOOLS)).toBe('validation_error');
    expect(await decide(rule, call({ path: '/a' }, 'write'), TOOLS)).toBe('validation_error');
    // If they disagree on an argument, only its presence is known.
    const n = '  r: { allow: true, if: input.call.args.n == 5 }\n';
    expect(await decide(n, call({ n: 5 }), TOOLS)).toBe('allow');
    expect(await decide(n, call({ n: '5' }), TOOLS)).toBe('deny');
    expect(problems('  r: { allow: true, if: input.call.args.pat == "x" }\n', TOOLS)).toEqual([
      'short-input-path',
    ]);
  });
});

describe('in a folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-input-file-'));
    await mkdir(join(folder, 'rules', 'types'), { recursive: true });
    await writeFile(join(folder, 'outside.json'), JSON.stringify(SCHEMA));
    await writeFile(join(folder, 'rules', 'types', 'shape.json'), JSON.stringify(SCHEMA));
    await writeFile(
      join(folder, 'rules', 'policy.yaml'),
      'input: types/shape.json\nrules:\n  r: { allow: true, if: input.rows == 5 }\n',
    );
    await writeFile(join(folder, 'rules', 'unrelated.json'), 'not JSON');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is found by its path from the file that names it', async () => {
    const engine = await Engine.fromRules(join(folder, 'rules'), { warmUp: false });
    expect(engine.evaluate({ scoped: true, input: FINE }).decision).toBe('allow');
  });

  test('is refused as a link that leaves the folder', async () => {
    await rm(join(folder, 'rules', 'types', 'shape.json'));
    await symlink(join(folder, 'outside.json'), join(folder, 'rules', 'types', 'shape.json'));
    await expect(Engine.fromRules(join(folder, 'rules'), { warmUp: false })).rejects.toThrow(
      'leaves the folder',
    );
  });
});
