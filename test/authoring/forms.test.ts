import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longForm, shortForm } from '../../authoring/fmt/change-form.ts';
import { compileSources } from '../../compiler/compile.ts';
import { constructsOf, differing } from '../../authoring/fmt/constructs.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { generator } from '../../tools/claims-fuzz/fuzz.ts';
import { createDice } from '../../tools/judge/dice.ts';
import { drawPolicy, policyText } from '../../tools/short-fuzz/policy.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { drawPrograms } from '../../tools/judge/judge.ts';
import { programYaml } from '../../tools/judge/program.ts';
import { expectLaws, long, NAMES_HIDDEN, one, raised, rule, short } from './forms.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';
import { FULL, full } from '../full.ts';

describe('the laws of the two forms', () => {
  it.each(shippedRulesets.filter(({ name }) => FULL || name === 'spend-limits'))(
    'hold for $name',
    async ({ path }) => {
      expectLaws(await readRulesetSources(path));
    },
  );

  it.each(['templates/basic', 'templates/agent-gate', 'examples/agents/policy.yaml'].slice(full(0, -1)))(
    'hold for %s',
    async (path) => {
      expectLaws(await readRulesetSources(path));
    },
  );

  it('hold for ports of other policies', async () => {
    for (const name of ['allowed-repos', 'requirement-sets', 'shipping-fees'].slice(0, full(3, 1)))
      expectLaws(await readRulesetSources(join('test/policies', name)));
  });

  it('hold for any ruleset', () => {
    const drawn = drawPrograms(7, full(12, 3), FEATURES).map((program) => one(programYaml(program)));
    // A ruleset whose declarations have no short form with the same constructs is refused as a whole.
    const written = drawn.filter((ruleset) => shortForm(ruleset).kind === 'changed');
    expect(written.length).toBeGreaterThan(drawn.length / 2);
    written.forEach(expectLaws);
  });
});

describe('the laws over documents', () => {
  it.each(['1-readers', '2-tools', '3-pods', '4-grants', '5-shares'].slice(0, full(5, 1)))(
    'hold for %s',
    async (name) => {
      const text = await readFile(`bench/short/policies/${name}.short.yaml`, 'utf8');
      expect(raised(text)).not.toMatch(NAMES_HIDDEN);
    },
  );

  it.runIf(FULL)('hold for random rules, most of which become short', () => {
    const count = 9;
    const policies = Array.from({ length: count }, (_, i) =>
      policyText(drawPolicy(createDice({ nextInt: generator(5, i) }), 1, i % 3 === 0)),
    ).filter((text) => compileSources(one(text)).ok);
    expect(policies.length).toBeGreaterThan((2 / 3) * count);
    const written = policies.map(raised);
    const short = written.filter((text) => !NAMES_HIDDEN.test(text));
    expect(short.length).toBeGreaterThan(policies.length / 2);
  });

  it.each([
    ['a comparison', '    deny: x\n    if: input.env == "prod"\n'],
    ['an opening one', '    allow: x\n    if: input.env == "prod" and input.rows < 5\n'],
    ['has', '    allow: x\n    if: has(input.env) and not has(input.rows)\n'],
    ['an excused path', '    deny: x\n    if: input.env? == "prod"\n'],
    ['a list', '    allow: x\n    if: exists(item in input.items, item.price > 5)\n'],
    [
      'a list of a rule that closes',
      '    deny: x\n    if: not exists(item in input.items, item.price > 5)\n',
    ],
    ['an excused list', '    deny: x\n    if: exists(item in input.items?, item.price > 5)\n'],
    ['items', '    deny: "{i.name}"\n    for: { i: input.items? }\n    if: i.price > 5\n'],
    ['items of items', '    allow: "{key(j)}"\n    for: { i: input.items, j: i.parts }\n    if: j == "a"\n'],
    ['a size', '    allow: x\n    if: size(input.items) > 2 and "a" in input.tags\n'],
    ['a sum', '    allow: x\n    if: sum(i in input.items, i.price) <= input.limit\n'],
    ['a sum of what is read', '    allow: x\n    if: sum(i in input.items, number(i.price)) <= 5\n'],
    ['a count by a function', '    allow: x\n    if: count(i in input.items, lower(i.name) == "a") > 5\n'],
    ['a text with a default', `    deny: '{input.env ?? "none"}'\n    if: input.rows > 5\n`],
    ['alternatives', '    allow: x\n    if: input.a == "x" or input.b == "y"\n'],
    ['an operator', '    deny: x\n    if: not input.path.path_within("/w")\n'],
    ['a doubt', '    deny: x\n    if: input.env == "prod"\n    in_doubt: stay\n'],
    ['a quotient', '    deny: x\n    if: input.part / input.whole > 0.5\n'],
    ['the document alone', '    allow: x\n    for: input\n'],
  ])('keep %s as it is written', (_, body) => {
    const text = rule(body);
    expect(raised(text)).toBe(text);
  });

  it('keep a declaration', () => {
    const input =
      'input:\n  user!: { id!: string, team: { name!: string, size: integer = 1 } }\n' +
      '  tags: [string]\n  labels: { "*": string }\n  items: [{ price!: integer }]\n';
    const body =
      '    allow: "{input.user.id}"\n    if:\n      - input.user.id == "ann" and input.user.team.name != "b"\n' +
      '      - exists(i in input.items, i.price > 5) and exists(l in input.labels, l == "x")\n';
    const written = raised(rule(body, input));
    expect(written).toContain('input:\n');
    expect(written).toContain('  user!:');
    expect(written).toContain('team: { name!: string }');
    expect(written).not.toMatch(NAMES_HIDDEN);
  });

  it.each([
    [
      'a table',
      'input: { severity!: low | high }\ntables:\n  t:\n    if: not input.note?.contains("drill")\n    inputs: [input.severity]\n' +
        '    outputs: [action]\n    rows: [[high, deny]]\n'.replace('input: {', 'input: { note: string,'),
    ],
    [
      'a condition that says that a text can be read',
      rule('    allow: x\n    if: time-readable(input.r) and input.n <= 0 or number(input.r) != 3\n'),
    ],
    [
      'one rule without a short form',
      rule(
        '    allow: x\n    if: input.a == "x"\n  b:\n    allow: x\n    if: time-readable(input.r) and input.n <= 0 or number(input.r) != 3\n',
      ),
    ],
  ])('leave the rules over a document long for %s', (_, text) => {
    expect(raised(text.replace('input: { severity', 'input: { note: string, severity'))).toMatch(
      NAMES_HIDDEN,
    );
  });

  it('leave templates of a document alone that no short form is lowered to', () => {
    const text = long(rule('    allow: x\n    if: input.a == "x"\n'));
    const other = text.replace('each: $.a', 'each: ["$.a", "@.b"]');
    expect(short(other)).toMatch(NAMES_HIDDEN);
  });
});

describe('fmt --short', () => {
  it.each(['true', 'True', 'TRUE'])('keeps a column sensitive that says %s', (word) => {
    const text = `relations:\n  - name: r\n    columns: [{ name: a, type: string, sensitive: ${word} }]\n    rows: [[x]]\nrules: []\n`;
    expect(short(text)).toContain('columns: { a: string sensitive }');
  });

  const TEMPLATES = `templates:
  - name: call
    slots:
      - { name: id, type: string, required: true }
      # Words, in lower case.
      - { name: kind, type: symbol, allowed_values: [read, write], default: read }
      - { name: tags, type: symbol, list: true }
  - { name: hold, slots: [{ name: call, type: string, required: true }] }
`;
  const rule = (when: string, then = '{ action: deny, reason: "no {call.id}" }'): string =>
    `${TEMPLATES}rules:\n  # First.\n  - name: a\n    when: ${when}\n    then: ${then}\n`;

  it('writes maps of names and types, and keeps comments', () => {
    expect(
      short(
        rule('[{ template: call, alias: $call, conditions: [{ slot: kind, expression: equals(write) }] }]'),
      ),
    ).toBe(`templates:
  call:
    id!: string
    # Words, in lower case.
    kind: read | write = read
    tags: [symbol]
  hold: { call!: string }
rules:
  # First.
  a:
    deny: "no {call.id}"
    if: call.kind == "write"
`);
  });

  const CALL = '{ template: call, alias: $call }';
  it.each([
    [
      'a quantifier',
      `[${CALL}, { not: [{ template: hold, conditions: [{ slot: call, expression: equals($call.id) }] }] }]`,
      'if: not exists(hold, call.id == hold.call)',
    ],
    [
      'a join',
      `[${CALL}, { template: hold, conditions: [{ slot: call, expression: equals($call.id) }] }]`,
      'if: call.id == hold.call',
    ],
    [
      'an alias',
      `[{ template: call, alias: $c }, { template: call, alias: $call, conditions: [{ slot: id, expression: not_equals($c.id) }] }]`,
      'for: { c: call }',
    ],
    [
      'a list',
      `[{ template: call, alias: $call, conditions: [{ slot: tags, expression: "has_any([a, b])" }] }]`,
      'if: call.tags.has_any(["a", "b"])',
    ],
    [
      'a pattern',
      `[{ template: call, alias: $call, conditions: [{ slot: id, expression: 'matches(^\\d+$)' }] }]`,
      'if: call.id.matches(`^\\d+$`)',
    ],
    [
      'a test',
      `[{ template: call, alias: $call, conditions: [{ slot: id, bind: ?i }, { test: (> (str-length ?i) 3) }] }]`,
      'if: size(call.id) > 3',
    ],
    [
      'an aggregate',
      `[${CALL}, { count: [{ template: hold }], as: ?n, expression: at_least(2) }]`,
      'let:\n      n: count(hold)\n    if: n >= 2',
    ],
  ])('writes %s', (_, when, expected) => {
    expect(short(rule(when))).toContain(`    ${expected}\n`);
  });

  it.each([
    [
      'a comment inside',
      `\n      # Why.\n      - template: call\n        alias: $call\n        # Which.\n        conditions: [{ slot: kind, expression: equals(write) }]`,
    ],
    [
      'a group of several patterns',
      `[${CALL}, { not: [{ template: hold, alias: $h }, { template: call, conditions: [{ slot: id, expression: equals($h.call) }] }] }]`,
    ],
  ])('leaves a half with %s as it is', (_, when) => {
    const written = short(rule(when));
    expect(written).toContain('    when:');
    expect(written).toContain('    deny: "no {call.id}"\n');
  });

  it('reports an invalid ruleset', () => {
    expect(shortForm(one('rules: [{ name: a }]')).kind).toBe('broken');
    expect(longForm(one('rules: [{ name: a }]')).kind).toBe('broken');
  });
});

describe('fmt --long', () => {
  it('writes what a document is lowered to in front of the file', () => {
    const text = `rules:
  production:
    deny: "deletes in {input.env}"
    if: input.tool.name == "delete" and input.env == "prod"
`;
    const written = long(text);
    expect(written).toContain('name: input-tool-name');
    expect(written).toContain('from: document');
    expect(written).toContain(`not_equals("delete")`);
    expect(written).toContain('input.env-text');
    expect(long(written)).toBe(written);
    expect([...differing(constructsOf(one(text)), constructsOf(one(written)))]).toEqual([]);
  });
});
