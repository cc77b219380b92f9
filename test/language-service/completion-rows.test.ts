/** Completion at each kind of cursor that the server knows, in both forms: what is offered, with its kind. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';

interface Item {
  readonly label: string;
  readonly kind: number;
  readonly detail: string;
  readonly textEdit: { readonly newText: string };
}

const KIND = {
  function: 3,
  field: 5,
  variable: 6,
  class: 7,
  module: 9,
  property: 10,
  member: 20,
  constant: 21,
  event: 23,
  operator: 24,
  type: 25,
} as const;

const SHORT = `templates:
  call: { tool!: symbol, path: string, level: low | high, urgent: boolean, tags: [string], at: time, amount: integer }
  login: { user: string, at: time }
  relation: { a: string }
constants: { most: 500, tools: [shell] }
hierarchies: { sensitivity: [low, medium, high] }
define:
  risky(c): c.amount > const.most
input: { user: { name: string, age: integer } }
`;
const LONG = `templates:
  - name: call
    slots:
      - { name: tool, type: symbol, required: true }
      - { name: path, type: string }
      - { name: level, type: string, allowed_values: [low, high] }
      - { name: tags, type: string, list: true }
      - { name: amount, type: integer }
  - { name: login, slots: [{ name: user, type: string }] }
constants: { most: 500 }
modules: [{ name: checks }]
hierarchies: [{ name: sensitivity, levels: [low, medium, high] }]
`;
const rule = (lines: string): string => `${SHORT}rules:\n  r:\n${lines.replace(/^/gm, '    ')}\n`;
const whenIn = (lines: string): string =>
  `${LONG}rules:\n  - name: r\n    when:\n${lines.replace(/^/gm, '      ')}\n    then: { action: deny, reason: no }\n`;
const condition = (written: string): string =>
  whenIn(`- template: call\n  alias: $c\n  conditions:\n    - ${written}`);

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

let documents = 0;

/** The items at the bar. */
async function itemsAt(text: string, name = `untitled:row-${documents++}`): Promise<readonly Item[]> {
  const offset = text.indexOf('|@');
  const before = text.slice(0, offset).split('\n');
  await client.open(name, text.replace('|@', ''));
  return client.request<readonly Item[]>('textDocument/completion', {
    textDocument: { uri: name },
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  });
}

test.each<[string, string, readonly string[], number, readonly string[]]>([
  ['a key of a rule, short', rule('deny: no\n|@'), ['if', 'for', 'let'], KIND.property, ['deny']],
  [
    'a key of a rule, long',
    `${LONG}rules:\n  - name: r\n    |@\n`,
    ['when', 'then', 'salience'],
    KIND.property,
    ['name'],
  ],
  ['a template, long', whenIn('- template: |@'), ['call', 'login'], KIND.class, []],
  ['a name in `if`', rule('deny: no\nif: |@'), ['call', 'login'], KIND.class, []],
  ['a name in `for`', rule('deny: no\nfor: { c: |@ }'), ['call', 'login'], KIND.class, []],
  ['a slot, long', condition('{ slot: |@ }'), ['tool', 'amount'], KIND.field, ['user']],
  ['a slot behind a template', rule('deny: no\nif: call.|@'), ['tool', 'amount'], KIND.field, ['user']],
  [
    'a slot behind a name of `for`',
    rule('deny: no\nfor: { c: login }\nif: c.|@'),
    ['user'],
    KIND.field,
    ['tool'],
  ],
  [
    'an operator of a number, long',
    condition('{ slot: amount, expression: |@ }'),
    ['greater_than', 'between'],
    KIND.operator,
    ['contains', 'has'],
  ],
  [
    'an operator of a list, long',
    condition('{ slot: tags, expression: |@ }'),
    ['has', 'is_empty'],
    KIND.operator,
    ['greater_than', 'starts_with'],
  ],
  [
    'an operator of a text, short',
    rule('deny: no\nif: call.path.|@'),
    ['contains', 'path_within'],
    KIND.operator,
    ['between', 'has'],
  ],
  [
    'an operator of a list, short',
    rule('deny: no\nif: call.tags.|@'),
    ['has', 'is_empty'],
    KIND.operator,
    ['between', 'contains'],
  ],
  [
    'an operator of a number, short',
    rule('deny: no\nif: call.amount.|@'),
    ['between', 'count_exceeds'],
    KIND.operator,
    ['contains', 'within_last'],
  ],
  [
    'an operator of a time, short',
    rule('deny: no\nif: call.at.|@'),
    ['within_last', 'older_than'],
    KIND.operator,
    ['contains', 'between'],
  ],
  [
    'a value, long',
    condition('{ slot: level, expression: equals(|@) }'),
    ['"low"', '"high"'],
    KIND.member,
    [],
  ],
  ['a value behind `==`', rule('deny: no\nif: call.level == |@'), ['"low"', '"high"'], KIND.member, []],
  ['a value in a list', rule('deny: no\nif: call.level in ["low", |@]'), ['"high"'], KIND.member, []],
  ['a level', rule('deny: no\nif: call.path.meets_or_exceeds("|@")'), ['medium', 'high'], KIND.member, []],
  [
    'a level, long',
    condition('{ slot: path, expression: meets_or_exceeds(|@) }'),
    ['medium', 'high'],
    KIND.member,
    [],
  ],
  [
    'behind `$`',
    condition('{ slot: amount, expression: greater_than($|@) }'),
    ['c', 'const'],
    KIND.variable,
    [],
  ],
  [
    'behind an alias',
    condition('{ slot: amount, expression: greater_than($c.|@) }'),
    ['amount'],
    KIND.field,
    ['user'],
  ],
  [
    'behind `?`',
    condition('{ slot: amount, bind: "?n" }\n    - { slot: amount, expression: equals(?|@) }'),
    ['n'],
    KIND.variable,
    [],
  ],
  ['in a text, short', rule('for: { c: call }\ndeny: "no {|@}"'), ['c'], KIND.variable, []],
  [
    'in a text behind a name',
    rule('for: { c: call }\ndeny: "no {c.|@}"'),
    ['tool', 'amount'],
    KIND.field,
    [],
  ],
  ['a constant, short', rule('deny: no\nif: call.amount > const.|@'), ['most'], KIND.constant, []],
  [
    'a constant, long',
    condition('{ slot: amount, expression: greater_than($const.|@) }'),
    ['most'],
    KIND.constant,
    [],
  ],
  ['a function in `test`', condition('{ test: "(|@" }'), ['div', 'str-cat'], KIND.function, []],
  ['a function in an expression', rule('deny: no\nif: |@'), ['risky', 'exists', 'lower'], KIND.function, []],
  ['a module', `${LONG}module: |@\nrules: []\n`, ['checks'], KIND.module, []],
  ['`focus_order`', `${LONG}focus_order: [|@]\n`, ['checks'], KIND.module, []],
  ['behind `input.`', rule('deny: no\nif: input.user.|@'), ['name', 'age'], KIND.field, []],
  [
    'a type, long',
    'templates:\n  - name: t\n    slots:\n      - { name: s, type: |@ }\n',
    ['string', 'time'],
    KIND.type,
    [],
  ],
  ['a type, short', 'templates:\n  t: { s: |@ }\n', ['string', 'time'], KIND.type, []],
  ['a type below its template', 'templates:\n  t:\n    s: |@\n', ['string', 'time'], KIND.type, []],
  [
    'a key of a budget',
    `${SHORT}budgets:\n  spend:\n    for: call\n    |@\n`,
    ['per', 'limit', 'amount'],
    KIND.property,
    ['for'],
  ],
  [
    'a slot of a budget',
    `${SHORT}budgets:\n  spend:\n    for: call\n    amount: |@\n`,
    ['amount', 'tool'],
    KIND.field,
    ['user'],
  ],
])('%s', async (_, text, offered, kind, others) => {
  const items = (await itemsAt(text)).filter((item) => item.kind === kind);
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining([...offered]));
  for (const other of others) expect(items.map(({ label }) => label)).not.toContain(other);
});

test('operators with several arguments are snippets that name them', async () => {
  const items = await itemsAt(rule('deny: no\nif: call.amount.|@'));
  const inserted = (label: string): string | undefined =>
    items.find((item) => item.label === label)?.textEdit.newText;
  expect(inserted('between')).toBe('between(${1:number}, ${2:number})');
  expect(inserted('count_exceeds')).toBe('count_exceeds(${1:template}, ${2:slot}, ${3:value}, ${4:n})');
});

test('in a suite, rules, templates and slots that are not given yet', async () => {
  const files = [{ uri: 'memfs:/suite/gate.yaml', text: rule('deny: no\nif: call.amount > 5') }];
  await client.notify('ferrule/files', { files });
  const suite = (lines: string): string => `cases:\n  - name: a\n${lines.replace(/^/gm, '    ')}\n`;
  const labels = async (text: string, kind: number): Promise<readonly string[]> =>
    (await itemsAt(suite(text), `memfs:/suite/gate${documents++}.test.yaml`))
      .filter((item) => item.kind === kind)
      .map(({ label }) => label);
  expect(await labels('expect: { fired: { includes: ["|@"] } }', KIND.event)).toContain('MAIN::r');
  expect(await labels('facts: [{ template: |@ }]', KIND.class)).toEqual(
    expect.arrayContaining(['call', 'login']),
  );
  const slots = await labels(
    'facts:\n  - template: call\n    data:\n      tool: shell\n      |@',
    KIND.field,
  );
  expect(slots).toEqual(expect.arrayContaining(['path', 'amount']));
  expect(slots).not.toContain('tool');
});
