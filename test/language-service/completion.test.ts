import { expect, it } from 'vitest';
import { startClient } from './client.ts';

const URI = 'untitled:Untitled-1';
const SHORT = `templates:
  order: { amount: integer }
rules:
  big:
    # 😀 order.amount
    deny: "too much: {order.amount}"
    if: order.amount > 5
`;
const LONG = `templates:
  - name: order
    slots:
      - name: amount
        type: integer
rules:
  - name: big
    when:
      - template: order
        alias: $o
        conditions:
          - slot: amount
            expression: greater_than(5)
    then:
      action: deny
      reason: "too much: {o.amount}"
`;

it.each([
  ['short', SHORT, { line: 1, character: 11 }, 3],
  ['long', LONG, { line: 3, character: 15 }, 3],
])('a slot is renamed by its binding in the %s form', async (_, text, position, count) => {
  const client = await startClient({
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  });
  await client.open(URI, text);
  const at = { textDocument: { uri: URI }, position };
  const found = await client.request<readonly unknown[]>('textDocument/references', at);
  expect(found).toHaveLength(count);
  const edit = await client.request<{
    documentChanges: readonly { edits: readonly unknown[]; textDocument: unknown }[];
  }>('textDocument/rename', { ...at, newName: 'total' });
  expect(edit.documentChanges[0]?.textDocument).toEqual({ uri: URI, version: 1 });
  expect(edit.documentChanges[0]?.edits).toHaveLength(count);
  await expect(client.request('textDocument/rename', { ...at, newName: '1 x' })).rejects.toMatchObject({
    code: -32803,
  });
  const symbols = await client.request<readonly { name: string }[]>('textDocument/documentSymbol', at);
  expect(symbols.map(({ name }) => name)).toEqual(['order', 'big']);
  expect(await client.end()).toBe(0);
});

it('slots are completed behind a dot and behind `slot:`', async () => {
  const client = await startClient();
  const labels = async (text: string, position: unknown): Promise<readonly string[]> => {
    const uri = `untitled:${text.length}`;
    await client.open(uri, text);
    const items = await client.request<readonly { label: string; kind: number }[]>(
      'textDocument/completion',
      {
        textDocument: { uri },
        position,
      },
    );
    return items.filter(({ kind }) => kind === 5).map(({ label }) => label);
  };
  expect(
    await labels(SHORT.replace('if: order.amount > 5', 'if: order.'), { line: 6, character: 14 }),
  ).toEqual(['amount']);
  expect(await labels(LONG.replace('slot: amount', 'slot: '), { line: 11, character: 18 })).toEqual([
    'amount',
  ]);
  expect(await client.end()).toBe(0);
});

it('keys of steps are completed in suites', async () => {
  const client = await startClient();
  const uri = 'file:///nowhere/a.test.yaml';
  const text = 'cases:\n  - steps:\n      - \n';
  await client.open(uri, text);
  const items = await client.request<readonly { label: string }[]>('textDocument/completion', {
    textDocument: { uri },
    position: { line: 2, character: 8 },
  });
  const labels = items.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['assert', 'advance', 'now', 'evaluate', 'decide', 'settle']),
  );
  expect(await client.end()).toBe(0);
});
