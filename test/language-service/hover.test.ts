/** Hover in both forms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';

const TEXTS = {
  short: `templates:
  payment: { amount!: integer, currency: EUR | USD, note: string }
  flag: { id!: string }
constants: { most: 500 }
rules:
  large:
    deny: "{payment.amount} is too much"
    if: payment.amount > const.most and payment.note.starts_with("x")
  mark:
    assert: flag(id = payment.note)
    if: payment.amount > 1
  seen:
    allow: ok
    for: { one: flag }
    if: one.id.matches("^(?i)db[_-]?(prod|test)\\\\d{2,}$")
`,
  long: `templates:
  - name: payment
    slots:
      - { name: amount, type: integer, required: true }
      - { name: currency, type: string, allowed_values: [EUR, USD] }
      - { name: note, type: string }
  - { name: flag, slots: [{ name: id, type: string, required: true }] }
constants: { most: 500 }
rules:
  - name: large
    when:
      - template: payment
        alias: $p
        conditions:
          - { slot: amount, expression: greater_than($const.most) }
          - { slot: note, expression: starts_with("x") }
    then: { action: deny, reason: "{p.amount} is too much" }
  - name: mark
    when:
      - template: payment
        alias: $p
        conditions: [{ slot: amount, expression: greater_than(1) }, { slot: note, bind: "?note" }]
    then: { assert: [{ template: flag, slots: { id: "?note" } }] }
  - name: seen
    when:
      - template: flag
        alias: $one
        conditions: [{ slot: id, expression: 'matches(^(?i)db[_-]?(prod|test)\\d{2,}$)' }]
    then: { action: allow, reason: ok }
`,
};

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

/** The text of hover at a word; behind `@`, at another place of a text that contains it. */
async function shown(uri: string, text: string, where: string): Promise<string | null> {
  const offset = text.indexOf(where.replace('@', '')) + Math.max(0, where.indexOf('@'));
  const before = text.slice(0, offset).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const asked = { textDocument: { uri }, position };
  const found = await client.request<{ readonly contents: { readonly value: string } } | null>(
    'textDocument/hover',
    asked,
  );
  return found?.contents.value ?? null;
}

describe.each(Object.entries(TEXTS))('hover in the %s form', (form, text) => {
  const uri = `untitled:hover-${form}`;
  const at = (where: string): Promise<string | null> => shown(uri, text, where);
  beforeAll(() => client.open(uri, text));

  test('a slot has its type, and who reads and asserts it', async () => {
    expect(await at('amount')).toBe(
      'slot `amount: integer` of `payment`, facts must have it\n\n' +
        `Used 3 times.\n\nRead by \`large\` and \`mark\`.\n\nAsserted by no rule.`,
    );
    expect(await at(form === 'short' ? 'id!' : 'id, type')).toContain(
      'Read by `seen`.\n\nAsserted by `mark`.',
    );
    expect(await at('currency')).toContain('`currency: "EUR" | "USD"` of `payment`');
  });

  test('a template has its slots, and who matches and asserts it', async () => {
    const value = await at('flag');
    expect(value).toContain('template `flag { id: string }`');
    expect(value).toContain('Read by `seen`.\n\nAsserted by `mark`.');
  });

  test('a rule has its decision, its cases and its construct', async () => {
    const value = await at('large');
    expect(value).toContain('rule `large`, decides `deny`\n\nNo case expects it to fire.\n\n```clips\n');
    expect(value).toContain('(defrule MAIN::large\n  (payment (amount ');
    const { text: construct } = await client.request<{ readonly text: string }>('workspace/executeCommand', {
      command: 'ferrule.showClips',
      arguments: [{ uri, rule: 'MAIN::large' }],
    });
    expect(value).toContain(`\`\`\`clips\n${construct}\`\`\``);
    expect(await at('mark')).toContain('rule `mark`, changes facts');
  });

  test('a constant and a name of a rule show their definition', async () => {
    expect(await at('most')).toContain('constant `most`\n\n```yaml\nconstants: { most: 500 }\n```');
    expect(await at(form === 'short' ? 'one: flag' : '$@one')).toContain('alias `one` of a `flag`');
  });

  test('an operator has its meaning and an example in each form', async () => {
    expect(await at('starts_with')).toContain(
      'The text begins with the other. Letter case counts. Of a list of texts, one is enough.\n\n' +
        '```yaml\nexpression: starts_with("/srv/")\nif: call.path.starts_with("/srv/")\n```',
    );
  });

  test('a regular expression has its words', async () => {
    expect(await at('(prod')).toBe(
      'Matches a text that is, as a whole:\n\n' +
        '- `db` in any letter case\n- optionally one of `-`, `_`\n' +
        '- one of: `prod` in any letter case; `test` in any letter case\n- a digit, 2 or more times',
    );
  });

  test('where nothing is named there is nothing', async () => {
    expect(await shown(uri, text, 'rules')).toBeNull();
  });

  test('a rule of a ruleset with errors says so, and names keep their hover', async () => {
    const broken = text.replace('too much"', 'too much {');
    const other = `${uri}-broken`;
    await client.open(other, broken);
    expect(await shown(other, broken, 'mark')).toContain('The ruleset has errors');
    expect(await shown(other, broken, 'amount')).toContain('slot `amount: integer` of `payment`');
  });
});

test.each([
  ['a|b', 'has somewhere:\n\n- one of: `a`; `b`'],
  ['^api/v[0-9]+', 'begins with:\n\n- `api/v`\n- a digit, one or more times'],
  ['\\.env$', 'ends with:\n\n- `.env`'],
  ['^.*$', 'is, as a whole:\n\n- any character but a line break, any number of times'],
  [
    '[^a-f\\s]{2}',
    'has somewhere:\n\n- any character but U+0009 to U+000A, U+000C to U+000D, a space, `a` to `f`, 2 times',
  ],
  ['(?:ab|c+){1,3}', 'has somewhere:\n\n- this, 1 to 3 times:\n  - one of: `ab`; `c`, one or more times'],
  [
    '\\bK8s\\b',
    'has somewhere:\n\n- the start or the end of a word\n- `K8s`\n- the start or the end of a word',
  ],
  [
    '(?m)^\\w$',
    'has somewhere:\n\n- the start of a line\n- a letter from a to z in either case, a digit or `_`\n- the end of a line',
  ],
  ['', 'Matches every text.'],
  ['^$', 'Matches the empty text alone.'],
  ['a``b', 'has somewhere:\n\n- ```a``b```'],
])('the pattern %j in words', async (pattern, words) => {
  const text = `rules:\n  r:\n    deny: no\n    if: input.x.matches(${JSON.stringify(`x-${pattern}`).replace('x-', '')})\n`;
  const uri = `untitled:pattern-${encodeURIComponent(pattern)}`;
  const quoted = text.replace(
    /if: (.*)/,
    (_, condition: string) => `if: '${condition.replaceAll("'", "''")}'`,
  );
  await client.open(uri, quoted);
  expect(await shown(uri, quoted, 'matches("@')).toContain(words);
});
