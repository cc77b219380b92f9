/** What an editor shows while text is broken, and what it inserts. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startClient, type Client } from '../client.ts';
import { workspaceFolder } from '../workspace-folder.ts';

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(async () => {
  expect(await client.end()).toBe(0);
});

let count = 0;
/** A document of its own for each test. */
const newUri = (): string => `untitled:editing${count++}`;

it.each([
  ['an open quote', '  second:\n    deny: "open\n    if: input.x == 2\n'],
  ['an open bracket', '  second: { deny: no, if: input.x == 2\n'],
  ['a tab', '  second:\n\tdeny: no\n'],
  ['a key without its colon', '  second\n    deny: no\n'],
])('the outline keeps what surrounds %s', async (_, broken) => {
  const uri = newUri();
  const rule = (name: string): string => `  ${name}:\n    allow: ok\n    if: input.x == 1\n`;
  await client.open(
    uri,
    `templates:\n  order: { amount: integer }\nrules:\n${rule('first')}${broken}${rule('third')}`,
  );
  const symbols = await client.request<readonly { readonly name: string }[]>('textDocument/documentSymbol', {
    textDocument: { uri },
  });
  const names = symbols.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['order', 'first', 'third']));
  const { diagnostics } = await client.published(uri);
  expect(diagnostics.map(({ code }) => code)).toContain('yaml-syntax');
});

interface Edit {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly newText: string;
}

const SHORT = `templates:
  order: { amount!: integer, currency: EUR | USD }
rules:
  big:
    deny: "too much: {order.amount}"
    if: order.amount > 5 and order.currency == "EUR"
`;
const LONG = `templates:
  - name: order
    slots: [{ name: amount, type: integer }, { name: currency, type: string, allowed_values: [EUR, USD] }]
modules: [{ name: orders }]
rules:
  - name: big
    when:
      - template: order
        alias: $order
        conditions:
          - slot: amount
            expression: greater_than(5)
          - slot: currency
            expression: equals("EUR")
    then: { action: deny, reason: "{order.amount} is too much" }
`;

it.each([
  ['a key', SHORT, 'deny: "too', 2, 'deny'],
  ['a slot', SHORT, 'amount > 5', 3, 'amount'],
  ['a slot at its end', SHORT, 'amount > 5', 6, 'amount'],
  ['a template', SHORT, 'order.amount > 5', 2, 'order'],
  ['a value in quotes', SHORT, '"EUR"\n', 2, '"EUR"'],
  ['a slot in a text', SHORT, 'amount}', 3, 'amount'],
  ['a template in the long form', LONG, 'order\n        alias', 3, 'order'],
  ['a slot in the long form', LONG, 'amount\n', 2, 'amount'],
  ['an operator with its arguments', LONG, 'greater_than(5)', 4, 'greater_than'],
  ['a value in quotes in the long form', LONG, '"EUR")', 2, '"EUR"'],
  ['a key with its value', LONG, 'expression: greater', 4, 'expression'],
])('completion of %s inserts nothing twice', async (_, text, place, inside, label) => {
  const uri = newUri();
  await client.open(uri, text);
  const offset = text.indexOf(place) + inside;
  const before = text.slice(0, offset).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const items = await client.request<
    readonly { readonly label: string; readonly textEdit: Edit; readonly insertTextFormat: number }[]
  >('textDocument/completion', { textDocument: { uri }, position });
  const labels = items.map((item) => item.label);
  expect(new Set(labels).size).toBe(labels.length);
  const item = items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`${label} is not offered: ${labels.join(', ')}`);
  const { range, newText } = item.textEdit;
  const lines = text.split('\n');
  const line = lines[range.start.line] ?? '';
  lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  expect(lines.join('\n')).toBe(text);
});

it('a keystroke reads no folder, and starts no test and no analysis', async () => {
  const rules = 'rules:\n  a: { allow: ok, if: input.x == 1 }\n';
  const folder = await workspaceFolder({
    'gate.yaml': rules,
    'other.yaml': 'rules:\n  other: { allow: ok, if: input.x == 1 }\n',
    'gate.test.yaml': 'cases:\n  - { name: wrong, input: { x: 1 }, expect: { decision: deny } }\n',
  });
  const own = await startClient({ folders: [folder.uri] });
  const [gate, suite] = [folder.uriOf('gate.yaml'), folder.uriOf('gate.test.yaml')];
  await own.open(gate, rules);
  await own.published(gate, ({ version }) => version === 1);
  await rm(folder.path, { recursive: true });
  for (let version = 2; version < 10; version++) {
    await own.edit(gate, version, [{ text: `${rules}# ${version}\n` }]);
    await own.published(gate, (published) => published.version === version);
  }
  // Still known: no keystroke looked for the file.
  const names = await own.request<readonly { readonly name: string }[]>('workspace/symbol', {
    query: 'other',
  });
  expect(names.map(({ name }) => name)).toEqual(['other']);
  expect((await own.published(suite)).diagnostics).toEqual([]);
  expect(await own.end()).toBe(0);
});
