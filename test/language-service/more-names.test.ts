/** Names in budgets, hierarchies, `text("…")` and graphs. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { applied, at, textAt, type Range } from './places.ts';

interface Location {
  readonly uri: string;
  readonly range: Range;
}

let client: Client;
let count = 0;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

/** The lines of the references of a name. */
async function references(text: string, word: string, shift = 0): Promise<readonly string[]> {
  const uri = `untitled:names${count++}`;
  await client.open(uri, text);
  const found = await client.request<readonly Location[]>('textDocument/references', {
    textDocument: { uri },
    position: at(text, word, shift),
  });
  return found.map(({ range }) => `${range.start.line}: ${textAt(text, range)}`);
}

async function renamed(text: string, word: string, newName: string): Promise<string> {
  const uri = `untitled:names${count++}`;
  await client.open(uri, text);
  const { changes } = await client.request<{
    readonly changes: Readonly<
      Record<string, readonly { readonly range: Range; readonly newText: string }[]>
    >;
  }>('textDocument/rename', { textDocument: { uri }, position: at(text, word), newName });
  return applied(text, changes[uri] ?? []);
}

const BUDGET = `templates:
  payment: { id!: string, centre!: string, amount!: integer }
constants: { most: 500 }
rules:
  pay: { allow: ok, if: payment.amount > 0 }
budgets:
  # 😀
  daily: { for: payment, per: payment.centre, amount: payment.amount, limit: const.most, window: 24h }
  each: { for: payment, per: [centre], amount: amount, limit: $const.most, window: day UTC }
`;

test('the paths of budgets are slots, templates and constants', async () => {
  expect(await references(BUDGET, 'centre')).toEqual(['1: centre', '7: centre', '8: centre']);
  expect(await references(BUDGET, 'amount!')).toEqual(['1: amount', '4: amount', '7: amount', '8: amount']);
  expect(await references(BUDGET, 'most')).toEqual(['2: most', '7: most', '8: most']);
  const made = await renamed(BUDGET, 'centre', 'office');
  expect(made).toBe(BUDGET.replaceAll('centre', 'office'));
  expect(await renamed(made, 'office', 'centre')).toBe(BUDGET);
});

test('suites name slots in maps of facts, in keys of sums and in conditions of properties', async () => {
  const suite = `suite: payments
cases:
  - name: one
    facts: { payment: [{ id: a, centre: x, amount: 1 }] }
    expect: { facts: { includes: [{ template: payment, data: { centre: x } }] } }
  - name: two
    steps:
      - decide: { payment: { id: a, centre: x, amount: 1 } }
        expect: { budgets: [{ budget: daily, key: { centre: x } }] }
properties:
  - { name: three, never: { decision: deny }, if: 'exists(p in payment, p.centre == "x")' }
`;
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-suites-'));
  const texts = { 'gate.yaml': BUDGET, 'gate.test.yaml': suite };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  const own = await startClient({ folders: [pathToFileURL(folder).href] });
  const uri = pathToFileURL(join(folder, 'gate.yaml')).href;
  const found = await own.request<readonly Location[]>('textDocument/references', {
    textDocument: { uri },
    position: at(BUDGET, 'centre'),
  });
  const lines = found.filter((one) => one.uri !== uri).map(({ range }) => range.start.line);
  expect(lines).toEqual([3, 4, 7, 8, 10]);
  expect(await own.end()).toBe(0);
});

const LEVELS = `hierarchies:
  - { name: secrecy, levels: [public, secret] }
  - { name: rank, levels: [low, high] }
templates:
  person: { clearance: symbol, groups: string }
rules:
`;

test.each([
  ['short', '  a: { deny: no, if: \'person.clearance.below("secret")\' }\n'],
  [
    'long',
    '  - name: a\n    when: [{ template: person, conditions: [{ slot: clearance, expression: below(secret) }] }]\n    then: { action: deny, reason: x }\n',
  ],
])('levels lead to their hierarchy in the %s form', async (_, rule) => {
  const text = LEVELS.replace('\n  - { name: rank, levels: [low, high] }', '') + rule;
  expect(await references(text, 'secret]')).toEqual([
    `1: secret`,
    `${text.indexOf('when:') === -1 ? 5 : 6}: secret`,
  ]);
  const uri = `untitled:level${count++}`;
  await client.open(uri, text);
  await expect(
    client.request('textDocument/rename', {
      textDocument: { uri },
      position: at(text, 'secret]'),
      newName: 'x',
    }),
  ).rejects.toMatchObject({ code: -32803, message: expect.stringContaining('facts hold') as unknown });
});

test('the hierarchy of `dominates` is a name', async () => {
  const text = `${LEVELS}  a: { deny: no, if: 'person.clearance.dominates("secret", "A", secrecy)' }\n`;
  expect(await references(text, 'secrecy')).toEqual(['1: secrecy', '6: secrecy']);
  expect(await references(text, 'secret]')).toEqual(['1: secret', '6: secret']);
});

const CALL = `templates:
  order: { amount: integer }
  note: { text: string }
rules:
  a:
    if: order.amount > 1
    assert: note(text = text("amount 漢字 {order.amount}, {order.amount}"))
  b:
    if: order.amount > 2
    assert: "note(text = text(\\"amount {order.amount}\\"))"
`;

test('names inside text("…") are those of the rule', async () => {
  expect(await references(CALL, 'amount')).toEqual([
    '1: amount',
    '5: amount',
    '6: amount',
    '6: amount',
    '8: amount',
    '9: amount',
  ]);
  expect(await renamed(CALL, 'amount', 'sum-of')).toBe(
    CALL.replaceAll('order.amount', 'order.sum-of').replace('{ amount: ', '{ sum-of: '),
  );
});

test('the facts of a graph belong to the ruleset of their node', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-graphs-'));
  await mkdir(join(folder, 'graphs'));
  const rules = 'templates: { call: { tool: string } }\nrules: { a: { deny: no, if: call.tool == "x" } }\n';
  const graph = `graph: both
nodes:
  - id: one
    ruleset: gate
    facts: [{ template: call, data: { tool: "\${params.tool}" } }]
  - id: two
    ruleset: other
    facts: [{ template: call, data: { tool: x } }]
output: one
`;
  const texts = { 'gate.yaml': rules, 'other.yaml': rules, 'graphs/both.yaml': graph };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  const own = await startClient({ folders: [pathToFileURL(folder).href] });
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const ask = (name: string, position: unknown): Promise<readonly Location[]> =>
    own.request('textDocument/references', { textDocument: { uri: uriOf(name) }, position });
  const found = await ask('gate.yaml', at(rules, 'tool'));
  expect(found.map(({ uri, range }) => [uri, range.start.line])).toEqual(
    expect.arrayContaining([
      [uriOf('gate.yaml'), 0],
      [uriOf('gate.yaml'), 1],
      [uriOf('graphs/both.yaml'), 4],
    ]),
  );
  expect(found).toHaveLength(3);
  const definition = await own.request<readonly Location[]>('textDocument/definition', {
    textDocument: { uri: uriOf('graphs/both.yaml') },
    position: at(graph, 'tool: x'),
  });
  expect(definition.map(({ uri }) => uri)).toEqual([uriOf('other.yaml')]);
  expect(await own.end()).toBe(0);
});

test.each([
  ['budgets:\n  daily:\n    for: payment\n    |', ['per', 'limit', 'window', 'reserve']],
  ['budgets:\n  daily: { for: payment, |', ['per', 'limit', 'window']],
  ['budgets:\n  - name: daily\n    |', ['for', 'per', 'limit']],
  ['budgets:\n  daily:\n    reserve:\n      |', ['ttl', 'on_expire']],
  ['budgets:\n  daily:\n    for: payment\n    per: |', ['id', 'centre', 'const', 'token']],
  ['budgets:\n  daily:\n    for: payment\n    per: payment.|', ['id', 'centre', 'amount']],
  ['budgets:\n  daily:\n    for: payment\n    limit: const.|', ['most']],
  ['budgets:\n  daily:\n    for: payment\n    limit: $const.|', ['most']],
  ['budgets:\n  daily:\n    on_exceed: |', ['deny', 'escalate']],
])('completion in %j', async (end, wanted) => {
  const uri = `untitled:budget${count++}`;
  const whole = BUDGET.slice(0, BUDGET.indexOf('budgets:')) + end;
  await client.open(uri, whole.replace('|', ''));
  const items = await client.request<readonly { readonly label: string }[]>('textDocument/completion', {
    textDocument: { uri },
    position: at(whole, '|'),
  });
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(wanted));
});
