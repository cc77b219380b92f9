/** Code actions: what the compiler suggests, as an edit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { applied, at, RULES, type Range } from './places.ts';

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly edit: {
    readonly changes: Readonly<
      Record<string, readonly { readonly newText: string; readonly range: Range }[]>
    >;
  };
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

test.each(['input.order.amont', 'input.ordr.amount'])(
  'a suggestion replaces the member that is wrong: %s',
  async (wrong) => {
    const uri = `untitled:${wrong}`;
    const right = `input: { order: { amount: integer } }\nrules: { a: { allow: ok, if: input.order.amount > 5 } }\n`;
    const [fix] = await actions(uri, right.replace('input.order.amount', wrong), ['quickfix']);
    const [edit] = fix?.edit.changes[uri] ?? [];
    const [start, end] = [edit?.range.start.character ?? 0, edit?.range.end.character ?? 0];
    const line = right.replace('input.order.amount', wrong).split('\n')[1]!;
    expect(line.slice(0, start) + edit?.newText + line.slice(end)).toBe(right.split('\n')[1]);
  },
);

test('a document without problems has none', async () => {
  expect(
    await actions('untitled:fine', SHORT.replace(' = ', ' == ').replace('endsWith', 'ends_with')),
  ).toEqual([]);
});

let count = 0;

/** The titles of the actions at a word, and the text after the first. */
async function act(
  text: string,
  word: string,
  only: string,
  { to = word, diagnostics = [] }: { readonly to?: string; readonly diagnostics?: readonly unknown[] } = {},
): Promise<{ readonly titles: readonly string[]; readonly text: string }> {
  const uri = `untitled:act${count++}`;
  await client.open(uri, text);
  const found = await client.request<readonly Action[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: at(text, word), end: at(text, to, to === word ? 0 : to.length) },
    context: { diagnostics, only: [only] },
  });
  const edits = found[0]?.edit.changes[uri] ?? [];
  return { titles: found.map(({ title }) => title), text: applied(text, edits) };
}

async function problems(text: string): Promise<readonly string[]> {
  const uri = `untitled:act${count++}`;
  await client.open(uri, text);
  const { diagnostics } = await client.published(uri);
  return diagnostics.map(({ message }) => message);
}

describe('what is missing is added', () => {
  const { short, long } = RULES;

  test.each([
    [
      'a slot',
      short.replace('order.amount.between', 'order.weight.between'),
      'weight',
      'currency: EUR | USD, weight: integer',
    ],
    [
      'a slot',
      long.replace('slot: amount, expression', 'slot: weight, expression'),
      'weight',
      '\n      - { name: weight, type: integer }',
    ],
    [
      'a template',
      short
        .replace('for: order', 'for: parcel')
        .replace('order.amount.between', 'parcel.weight.between')
        .replace('{order.amount}"))', '{parcel.weight}"))'),
      'parcel',
      '  parcel: { weight: integer }\n',
    ],
    [
      'a template',
      long.replace('- template: order', '- template: parcel'),
      'parcel',
      '- { name: parcel, slots: [{ name: amount, type: integer }] }',
    ],
    ['a value', short.replace('"EUR"', '"GBP"'), 'GBP', 'EUR | USD | GBP'],
    [
      'a value',
      long.replace(
        'greater_than($const.most) }',
        'greater_than(1) }, { slot: currency, expression: equals(GBP) }',
      ),
      'GBP',
      '[EUR, USD, GBP]',
    ],
  ])('%s: %#', async (_, text, word, added) => {
    expect(await problems(text)).not.toEqual([]);
    const made = await act(text, word, 'quickfix');
    const crlf = await act(text.replaceAll('\n', '\r\n'), word, 'quickfix');
    expect(made.titles.join()).toMatch(/Add|Allow/);
    const index = made.titles.findIndex((title) => /^(?:Add|Allow)/.test(title));
    expect(index).toBe(0);
    expect(made.text).toContain(added);
    expect(await problems(made.text)).toEqual([]);
    expect(crlf.text).toBe(made.text.replaceAll('\n', '\r\n'));
  });

  test('nothing is added for what no declaration would repair', async () => {
    expect(
      (await act(short.replace('order.amount.between', 'order.amount.betwen'), 'betwen', 'quickfix')).titles,
    ).toEqual(['Write between']);
  });
});

describe('a rule takes the other form', () => {
  test('from short to long and back, in its place', async () => {
    const long = await act(RULES.short, 'large:', 'refactor.rewrite');
    expect(long.titles).toEqual(['Write large in the long form']);
    expect(long.text).toContain('    when:\n');
    expect(long.text.split('\n').slice(0, 7)).toEqual(RULES.short.split('\n').slice(0, 7));
    expect(await problems(long.text)).toEqual([]);
    const short = await act(long.text, 'large:', 'refactor.rewrite');
    expect(short.titles).toEqual(['Write large in the short form']);
    expect(short.text).toContain('order.amount > const.most and order.currency == "EUR"');
  });

  test('from long to short in a list, with CRLF', async () => {
    const made = await act(RULES.long, 'name: remark', 'refactor.rewrite');
    expect(made.titles).toEqual(['Write remark in the short form']);
    expect(made.text).toContain('  - name: remark\n');
    expect(made.text).not.toContain('bind:');
    expect(await problems(made.text)).toEqual([]);
    const crlf = await act(RULES.long.replaceAll('\n', '\r\n'), 'name: remark', 'refactor.rewrite');
    expect(crlf.text).toBe(made.text.replaceAll('\n', '\r\n'));
  });

  test('not where the ruleset has errors, or outside of rules', async () => {
    expect((await act(`${RULES.short}  x: {\n`, 'large:', 'refactor.rewrite')).titles).toEqual([]);
    expect((await act(RULES.short, 'templates', 'refactor.rewrite')).titles).toEqual([]);
  });
});

describe('a part is extracted', () => {
  test('a number becomes a constant in both forms', async () => {
    const short = await act(RULES.short.replace('const.most', '250'), '250', 'refactor.extract');
    expect(short.titles).toEqual(['Extract 250 into the constant amount_limit']);
    expect(short.text).toContain('constants: { most: 500, amount_limit: 250 }');
    expect(short.text).toContain('order.amount > const.amount_limit and');
    const long = await act(RULES.long.replace('$const.most', '250'), '250', 'refactor.extract');
    expect(long.text).toContain('greater_than($const.amount_limit)');
    expect(long.text).toContain('amount_limit: 250');
    const none = await act(
      RULES.short.replace('const.most', '250').replace(/constants.*\n/, ''),
      '250',
      'refactor.extract',
    );
    expect(none.text).toContain('constants:\n  amount_limit: 250\n');
    expect(await problems(none.text)).toEqual([]);
    expect((await act(RULES.short, 'large:', 'refactor.extract')).titles).toEqual([]);
  });

  test('the selected rules become a module', async () => {
    const made = await act(RULES.short, 'remark:', 'refactor.extract', { to: 'for: order' });
    expect(made.titles).toEqual(['Extract the rule into the module extracted']);
    expect(made.text).toContain(
      '---\nmodules: [{ name: extracted }]\nmodule: extracted\nrules:\n  remark:\n',
    );
    expect(await problems(made.text)).toEqual([]);
    expect((await act(RULES.long, 'name: large', 'refactor.extract', { to: 'assert:' })).titles).toEqual([]);
  });
});

test('a finding is silenced above its line, with a reason to write', async () => {
  const range = { start: at(RULES.short, 'remark:'), end: at(RULES.short, 'remark:', 6) };
  const finding = { source: 'ferrule analyze', code: 'never', message: 'x', range, severity: 2 };
  const made = await act(RULES.short, 'remark:', 'quickfix', {
    diagnostics: [finding, { ...finding, source: 'ferrule' }],
  });
  expect(made.titles).toEqual(['Ignore never here']);
  expect(made.text).toContain('\n  # ferrule-ignore never (say why)\n  remark:\n');
  expect(
    (await act(RULES.short, 'remark:', 'quickfix', { diagnostics: [{}, { ...finding, code: 'x' }] })).titles,
  ).toEqual([]);
});
