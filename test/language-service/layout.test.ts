/** Formatting, and what an item of completion adds when it is chosen, in both forms. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { applied, type Range } from './places.ts';

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

interface Edit {
  readonly range: Range;
  readonly newText: string;
}

let documents = 0;

async function formatted(text: string): Promise<string> {
  const uri = `untitled:layout-${documents++}`;
  await client.open(uri, text);
  const edits = await client.request<readonly Edit[] | null>('textDocument/formatting', {
    textDocument: { uri },
    options: { tabSize: 2, insertSpaces: true },
  });
  return applied(text, edits ?? []);
}

test.each([
  [
    'short',
    'rules:\n    large:   # the limit\n        if:   input.amount>500\n        deny:    "too much"\n',
    'rules:\n  large:\n    # the limit\n    if: input.amount>500\n    deny: "too much"\n',
  ],
  [
    'long',
    'templates:\n- name: t\n  slots:\n  - {name: s,   type: string}\nrules:\n- name: r\n  when:\n  - template: t\n  then:\n    action:   deny\n    reason: no\n',
    'templates:\n  - name: t\n    slots:\n      - { name: s, type: string }\nrules:\n  - name: r\n    when:\n      - template: t\n    then:\n      action: deny\n      reason: no\n',
  ],
])(
  'a document in the %s form is laid out as `ferrule fmt` does, with its comments',
  async (_, text, want) => {
    const once = await formatted(text);
    expect(once).toBe(want);
    expect(await formatted(once)).toBe(once);
  },
);

test('a document with a syntax error stays as it is', async () => {
  const text = 'rules:\n   a: { deny: "no, if:   input.x == 1 }\n';
  expect(await formatted(text)).toBe(text);
});

test.each([
  ['starts_with', 24, 'The text begins with the other.'],
  ['exists', 3, 'True if one item passes the condition.'],
  ['div', 3, '(div 7 2)  ; 3'],
])('the item %s brings its documentation', async (label, kind, text) => {
  const item = { label, kind, data: { label, kind } };
  expect(await client.request('completionItem/resolve', item)).toMatchObject({
    label,
    documentation: { kind: 'markdown', value: expect.stringContaining(text) },
  });
});

test('an item without documentation comes back as it is', async () => {
  const item = { label: 'payment', kind: 7, data: { label: 'payment', kind: 7 } };
  expect(await client.request('completionItem/resolve', item)).toEqual(item);
});
