/** Code actions: what the compiler suggests, as an edit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly edit: { readonly changes: Readonly<Record<string, readonly { readonly newText: string }[]>> };
}

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

async function actions(uri: string, text: string, only?: readonly string[]): Promise<readonly Action[]> {
  await client.open(uri, text);
  return client.request('textDocument/codeAction', {
    textDocument: { uri },
    range: WHOLE,
    context: { diagnostics: [], only },
  });
}

const SHORT = `rules:
  a:
    allow: ok
    if: input.x = 1 and input.y.endsWith("z")
`;
const LONG = `templates: [{ name: order, slots: [{ name: amount, type: integer }] }]
rules:
  - name: big
    when: [{ template: ordr, conditions: [{ slot: amount, expression: greater_than(5) }] }]
    then: { action: deny, reason: x }
`;

test.each([
  ['short', SHORT, 'Write =='],
  ['long', LONG, 'Write order'],
])('a suggestion is an edit in the %s form', async (form, text, title) => {
  const found = await actions(`untitled:${form}`, text, ['quickfix']);
  expect(found.map((action) => action.title)).toContain(title);
  expect(found.every(({ kind }) => kind === 'quickfix')).toBe(true);
});

test('all suggestions of a document are one edit', async () => {
  const uri = 'untitled:all';
  const two = `${LONG}  - name: other
    when: [{ template: order, conditions: [{ slot: amout, expression: greater_than(5) }] }]
    then: { action: deny, reason: x }
`;
  const [all, ...others] = await actions(uri, two, ['source.fixAll']);
  expect(others).toEqual([]);
  expect(all?.edit.changes[uri]?.map(({ newText }) => newText)).toEqual(['order', 'amount']);
});

test('a document without problems has none', async () => {
  expect(
    await actions('untitled:fine', SHORT.replace(' = ', ' == ').replace('endsWith', 'ends_with')),
  ).toEqual([]);
});
