import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node.js';
import { parseAllDocuments } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { drawPrograms } from '../../tools/judge/judge.ts';
import { programYaml } from '../../tools/judge/program.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { runCli } from '../cli/run-cli.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';
import { full } from '../full.ts';

const printed = await runCli(['schema']);
const schema = JSON.parse(printed.out) as object;
const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);

const RULES = `templates:
  - { name: agent, slots: [{ name: id, type: string }, { name: age, type: INTEGER, default: 1 }] }
decide: first
rules:
  - name: anyone
    when: [{ template: agent, alias: a, conditions: [{ slot: id, expression: "equals(x)" }] }]
    then: { action: allow, reason: 'known {a.id}', metadata: { source: 1.5 } }
`;

function problems(text: string): readonly string[] {
  for (const document of parseAllDocuments(text)) {
    if (!validate(document.toJS())) return validate.errors?.map(({ instancePath }) => instancePath) ?? [];
  }
  return [];
}

it('is in docs as the command prints it', async () => {
  if (process.env['FERRULE_UPDATE'] === '1') await writeFile('docs/schemas/ruleset.json', printed.out);
  expect(printed).toMatchObject({ code: 0, err: '' });
  expect(schema).toEqual(JSON.parse(await readFile('docs/schemas/ruleset.json', 'utf8')));
});

it.each(shippedRulesets)('is kept by $name', async ({ path }) => {
  for (const { text } of await readRulesetSources(path)) expect(problems(text)).toEqual([]);
});

it('takes what the compiler takes', () => {
  for (const program of drawPrograms(1, full(150, 40), FEATURES)) {
    const text = programYaml(program);
    if (compileSources([{ path: 'drawn.yaml', text }]).ok) expect(problems(text), text).toEqual([]);
  }
});

describe('the schema of rulesets', () => {
  it.each([
    ['rules', RULES],
    ['a single hierarchy', 'name: clearance\nlevels: [low, high]\n'],
    ['several documents', `${RULES}---\nname: clearance\nlevels: [low, high]\n`],
    ['free keys', RULES.replace('decide:', 'x-owner: me\ndecide:')],
    ['a key without a value', RULES.replace('decide: first', 'decide:\nfocus_order:')],
    ['types in any case', RULES.replace('type: string', 'type: String')],
    ['texts that YAML takes for numbers', RULES.replace("'known {a.id}'", '404')],
    ['groups', RULES.replace('[{ template: agent,', '[{ not: [{ template: agent }] }, { template: agent,')],
  ])('takes %s', (_, text) => {
    expect(problems(text)).toEqual([]);
  });

  it.each([
    ['a key that the language does not know', 'decide: first', 'decied: first', ''],
    ['an unknown word', 'decide: first', 'decide: some', '/decide'],
    ['an unknown action', 'action: allow', 'action: permit', '/rules/0/then/action'],
    ['an unknown type', 'type: string', 'type: text', '/templates/0/slots/0/type'],
    ['an unknown operator', 'equals(x)', 'eqals(x)', '/rules/0/when/0/conditions/0/expression'],
    ['an operator without parentheses', 'equals(x)', 'equals', '/rules/0/when/0/conditions/0/expression'],
    ['a rule without a name', 'name: anyone', 'description: anyone', '/rules/0'],
    ['a list that must not be empty', /when: .*/, 'when: []', '/rules/0/when'],
    [
      'two groups at once',
      /when: .*/,
      'when: [{ not: [{ template: a }], any: [[{ template: a }]] }]',
      '/rules/0/when/0',
    ],
    ['a map in place of a value', 'source: 1.5', 'source: { a: 1 }', '/rules/0/then/metadata/source'],
    ['ttl of a template', 'name: agent', 'ttl: 5, name: agent', '/templates/0'],
    ['a name that is none', 'name: agent,', 'name: "a b",', '/templates/0/name'],
  ])('refuses %s', (_, from, to, place) => {
    const changed = RULES.replace(from, to);
    expect(changed).not.toBe(RULES);
    expect(problems(changed)).toContain(place);
  });
});

it('the schema of test suites is the one that docs have', async () => {
  const { code, out } = await runCli(['schema', 'suite']);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(JSON.parse(await readFile('docs/schemas/test-suite.json', 'utf8')));
});

it.each([
  [['rules'], "unknown schema 'rules' (ruleset, suite)"],
  [['suite', 'more'], "schema does not take 'more'"],
])('refuses %j', async (words, message) => {
  expect(await runCli(['schema', ...words])).toEqual({ code: 2, out: '', err: `ferrule: ${message}\n` });
});

interface Diagnostics {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string; readonly range: { start: { line: number } } }[];
}

describe('in an editor with yaml-language-server', () => {
  let folder: string;
  let server: ChildProcess;
  let connection: MessageConnection;
  const waiting = new Map<string, (found: Diagnostics) => void>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-editor-'));
    await writeFile(join(folder, 'ruleset.schema.json'), printed.out);
    const found = createRequire(import.meta.url).resolve('yaml-language-server/package.json');
    server = spawn(process.execPath, [join(dirname(found), 'bin', 'yaml-language-server'), '--stdio'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    connection = createMessageConnection(
      new StreamMessageReader(server.stdout!),
      new StreamMessageWriter(server.stdin!),
    );
    connection.onNotification('textDocument/publishDiagnostics', (found: Diagnostics) =>
      waiting.get(found.uri)?.(found),
    );
    connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
      items.map(() => ({ validate: true })),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.listen();
    await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await connection.sendNotification('initialized', {});
  });
  afterAll(async () => {
    connection.dispose();
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(name: string, rules: string): Promise<Diagnostics['diagnostics']> {
    const uri = pathToFileURL(join(folder, name)).href;
    const text = `# yaml-language-server: $schema=./ruleset.schema.json\n${rules}`;
    const told = new Promise<Diagnostics>((resolve) => waiting.set(uri, resolve));
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    return (await told).diagnostics;
  }

  it('a ruleset has no problem', async () => {
    expect(await open('good.yaml', RULES)).toEqual([]);
  });

  it('a mistake is shown at its line', async () => {
    const found = await open('bad.yaml', RULES.replace('action: allow', 'action: permit'));
    expect(found.map(({ range }) => range.start.line)).toContain(7);
    expect(found[0]?.message).toContain('"allow"');
  });

  it('words of the language are offered', async () => {
    await open('words.yaml', `${RULES.replace('decide: first', 'decide: ')}`);
    const uri = pathToFileURL(join(folder, 'words.yaml')).href;
    const position = { line: 3, character: 'decide: '.length };
    const answer: { items: readonly { label: string }[] } = await connection.sendRequest(
      'textDocument/completion',
      { textDocument: { uri }, position },
    );
    expect(answer.items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['deny-overrides', 'allow-overrides', 'last', 'first']),
    );
  });
});
