/** Inlay hints: what a rule says without writing it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';

interface InlayHint {
  readonly position: { readonly line: number; readonly character: number };
  readonly label: string;
}

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

/** The lines of a text that have hints, with the hints in `‹›`. */
async function shown(text: string, range = WHOLE, of = client): Promise<readonly string[]> {
  const uri = `untitled:${text.length}`;
  await of.open(uri, text);
  const hints = await of.request<readonly InlayHint[]>('textDocument/inlayHint', {
    textDocument: { uri },
    range,
  });
  const lines = text.split(/\r\n|\n/);
  const found = new Map<number, string>();
  for (const { position, label } of hints.toReversed()) {
    const line = found.get(position.line) ?? lines[position.line] ?? '';
    found.set(
      position.line,
      `${line.slice(0, position.character)}‹${label}›${line.slice(position.character)}`,
    );
  }
  return [...found].sort(([a], [b]) => a - b).map(([, line]) => line.trim());
}

const SHORT = `# 😀
templates:
  order: { id: string, amount: integer, customer: string }
  customer: { id: string, tags: [symbol] }
rules:
  a:
    for: { c: customer }
    let: { total: "sum(order, order.amount)", many: count(order) }
    if: order.customer == c.id and total > 5 and exists(i in input.items, i.price > 2)
    deny: no
  b: { allow: yes, if: "order.amount > 1" }
tables:
  levels:
    if: order.amount > 0
    inputs: [order.amount]
    outputs: [action, reason]
    rows:
      - ["< 5", allow, small]
      - [">= 5", deny, "😀"]
`;
const LONG = `templates:
  - { name: order, slots: [{ name: customer, type: string }, { name: amount, type: integer }] }
  - { name: customer, slots: [{ name: id, type: string }, { name: tags, type: symbol, list: true }] }
rules:
  - name: a
    when:
      - template: order
        conditions: [{ slot: customer, bind: "?c" }]
      - template: customer
        conditions:
          - { slot: id, bind: ?c }
          - { slot: tags, each: ?t, expression: equals(vip) }
      - sum: { of: $o.amount, from: [{ template: order, alias: $o }] }
        as: ?total
    then: { action: deny, reason: "😀 {c}" }
`;

test('hints of the short form are implicit names, joins, types and rows', async () => {
  const found = [
    'let: { total‹: integer›: "sum(order, order.amount)", many‹: integer›: count(order) }',
    'if: ‹for order:›order.customer == c.id‹join› and total > 5 and exists(i in input.items, i.price > 2)',
    'b: { allow: yes, if: "‹for order:›order.amount > 1" }',
    'if: ‹for order:›order.amount > 0',
    '- ‹levels/1›["< 5", allow, small]',
    '- ‹levels/2›[">= 5", deny, "😀"]',
  ];
  expect(await shown(SHORT)).toEqual(found);
  expect(await shown(SHORT.replaceAll('\n', '\r\n'))).toEqual(found);
  expect(await shown(`${SHORT}  broken: {\n`)).toEqual(found);
});

test('hints of the long form are types and joins of variables', async () => {
  expect(await shown(LONG)).toEqual([
    'conditions: [{ slot: customer, bind: "?c"‹: string› }]',
    '- { slot: id, bind: ?c‹= order.customer› }',
    '- { slot: tags, each: ?t‹: symbol›, expression: equals(vip) }',
    'as: ?total‹: integer›',
  ]);
});

test('hints are those of the range, and none with inlayHints: false', async () => {
  expect(
    await shown(`${SHORT}# x\n`, { start: { line: 9, character: 0 }, end: { line: 11, character: 0 } }),
  ).toEqual(['b: { allow: yes, if: "‹for order:›order.amount > 1" }']);
  const other = await startClient({ initializationOptions: { inlayHints: false } });
  expect(await shown(SHORT, WHOLE, other)).toEqual([]);
  await other.end();
});
