/** Signature help for operators, functions, aggregates and constructors, in text that is not complete. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { at } from './places.ts';

let client: Client;
let count = 0;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

const SHORT = `templates:
  order: { amount!: integer, note: string, at: time }
define: { 'dear(price, limit)': price > limit }
functions:
  - { name: double, type: raw, params: [x], body: '(deffunction MAIN::double (?x) (* ?x 2))' }
rules:
  big:
    deny: "漢字 {order.amount}"
    if: |
`;
const LONG = `templates: [{ name: order, slots: [{ name: amount, type: integer }, { name: at, type: time }] }]
rules:
  - name: big
    when:
      - template: order
        conditions:
          - slot: amount
            expression: |
`;

interface Help {
  readonly signatures: readonly {
    readonly label: string;
    readonly parameters: readonly { readonly label: readonly [number, number] }[];
  }[];
  readonly activeParameter: number;
}

/** Help at the mark `|` of a text. */
async function help(text: string): Promise<readonly [label: string, active: string | undefined] | null> {
  const uri = `untitled:${count++}`;
  const mark = text.lastIndexOf('|');
  await client.open(uri, text.slice(0, mark) + text.slice(mark + 1));
  const found = await client.request<Help | null>('textDocument/signatureHelp', {
    textDocument: { uri },
    position: at(text, text.slice(mark), 0),
  });
  const [first] = found?.signatures ?? [];
  if (first === undefined) return null;
  const [start, end] = first.parameters[found?.activeParameter ?? 0]?.label ?? [0, 0];
  return [first.label, first.label.slice(start, end)];
}

const written = (value: string): string => SHORT.replace('|', () => value);

test.each([
  ['order.amount.between(|', 'between(number, number)', 'number'],
  ['order.note == "😀(," and order.amount.between(1, |', 'between(number, number)', 'number'],
  [
    '"order.at.time_of_day_between(\\"09:00\\", |',
    'time_of_day_between(time-of-day, time-of-day, zone)',
    'time-of-day',
  ],
  ['exists(o in order, |', 'exists(name in source, condition)', 'condition'],
  ['sum(order, order.amount, |', 'sum(name in source, value, condition?)', 'condition?'],
  ['size(|', 'size(list)', 'list'],
  ['dear(order.amount, |', 'dear(price, limit)', 'limit'],
  ['double(|', 'double(x)', 'x'],
  ['order.note.matches(`a,|', 'matches(pattern)', 'pattern'],
  ['order.amount.count_exceeds(order, [amount, note|', 'count_exceeds(template, slot, value, n)', 'slot'],
  ['abs((order.amount - 1) * |', 'abs(integer or float)', 'integer or float'],
])('of the short form: %s', async (value, label, active) => {
  expect(await help(written(value))).toEqual([label, active]);
});

test('of the short form over several lines, and of a constructor', async () => {
  expect(await help(written('>\n      order.amount.between(\n        1,\n        |'))).toEqual([
    'between(number, number)',
    'number',
  ]);
  const made = `${written('order.amount > 1')}    assert: order(note = "x", amo|`.replace(
    'amo|',
    'amount = |',
  );
  expect(await help(made)).toEqual(['order(amount = integer, note = string, at = time)', 'amount = integer']);
});

test.each([
  ['greater_than(|', 'greater_than(number)', 'number'],
  ["'between(1, |", 'between(number, number)', 'number'],
  ['in([1, 2, |', undefined, undefined],
  ['rate_exceeds(order, amount, 5, |', 'rate_exceeds(template, slot, value, n, seconds, ts_slot?)', 'n'],
])('of the long form: %s', async (value, label, active) => {
  const found = await help(LONG.replace('|', () => value));
  if (label === undefined) expect(found?.[0]).toMatch(/^in\(/);
  else expect(found).toEqual([label, active]);
});

test('of functions of CLIPS', async () => {
  const clips = LONG.replace('slot: amount\n            expression: |', 'test: (and (> (str-length |');
  expect(await help(clips)).toEqual(['(str-length string or symbol)', 'string or symbol']);
  expect(await help(clips.replace('(str-length |', '(+ 1 2 3 |'))).toEqual([
    '(+ integer or float integer or float integer or float…)',
    'integer or float…',
  ]);
});

test.each(['order.amount > (|', 'nothing_of(|', 'order.amount|', 'order.amount.between(1, 2) |'])(
  'there is none: %s',
  async (value) => {
    expect(await help(written(value))).toBeNull();
  },
);

test('there is none in words, outside of a value, and outside of the document', async () => {
  expect(await help(SHORT.replace('if: |', 'reason: "sum(|'))).toBeNull();
  expect(await help(SHORT.replace('if: |', 'if|'))).toBeNull();
  const where = { textDocument: { uri: 'untitled:words' }, position: { line: 9999, character: 9999 } };
  await client.open('untitled:words', SHORT.replace('if: |', 'if: order.amount.between(1, 2)'));
  expect(await client.request('textDocument/signatureHelp', where)).toBeNull();
  expect(
    await client.request('textDocument/signatureHelp', { ...where, textDocument: { uri: 'untitled:none' } }),
  ).toBeNull();
});
