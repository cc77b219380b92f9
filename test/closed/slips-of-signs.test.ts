/** Signs and forms of other languages around a value: a part of the text, so that a refusal would no longer refuse. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { readGraph } from '../../library/graphs/read-graph.ts';
import { TEMPLATES } from './slip-templates.ts';

const WHEN = '[{ template: p, alias: $p }]';

function found(text: string): readonly string[] {
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }], {});
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const rule = (then: string, when = WHEN): string =>
  `${TEMPLATES}rules: [{ name: r, when: ${when}, then: ${then} }]\n`;
const condition = (expression: string): string => {
  const slot = `{ slot: who, expression: ${JSON.stringify(expression)} }`;
  return rule('{ action: deny }', `[{ template: p, conditions: [${slot}] }]`);
};
const asserted = (value: string): string =>
  rule(`{ action: deny, assert: [{ template: note, slots: { text: ${value} } }] }`);
const short = (keys: string): string =>
  `templates: { p: { who: string, n: integer } }\nrules:\n  r:\n    if: p.n == 1\n${keys}`;

describe('a pattern with something of another language around it', () => {
  test.each([
    ['{value: ^a$}', /the map is part of the pattern/],
    ['{ who: ^a$ }', /the map is part/],
    ['{"value": "^a$"}', /the map is part/],
    ['{value: (?i)(^|[/])a}', /the map is part/],
    ['{{ ^a$ }}', /the braces are part/],
    ['["^a$"]', /one class of characters/],
    ['"^a$", "i"', /the quotes are part/],
    ['"who", ^a$', /the quotes are part/],
    ['"a" or "b"', /the quotes are part/],
    ['"a"|"b"', /the quotes are part/],
    ['who, "^a$"', /names no receiver/],
    ['who, ^a$', /names no receiver/],
    ['tool.arg, "^[a-z]"', /names no receiver/],
    ['input.who, a', /names no receiver/],
    ['who, a', /the name of the slot is part/],
    ['who: a', /the name of the slot is part/],
    ['value=a', /the name in front is part/],
    ['^[a]$, "i"', /no second argument: write \(\?i\) first/],
    ['a, i', /no second argument/],
    ['^a$, who', /no second argument/],
    ['=~ ^a$', /the sign in front/],
    ['|^a$|', /an empty alternative matches every text/],
    ['#^(\\[[0-9]+\\])?$#', /write \^\(\\\[\[0-9\]\+\\\]\)\?\$ without them/],
    ['#a#', /write a without them/],
    ['/a/i', /the slashes are part of it: write a without them/],
    ['%^a$%', /write \^a\$ without them/],
    ['~^a~', /write \^a without them/],
    ['m/^a$/', /write \^a\$ without them/],
    ['qr{^a$}i', /write \^a\$ without them/],
    ['r"^a$"', /write \^a\$ without them/],
  ])('%s', (pattern, message) => {
    for (const operator of ['matches', 'not_matches'])
      expect(found(condition(`${operator}(${pattern})`)).join()).toMatch(message);
  });

  test.each([
    '^a{1,2}$',
    'a,b',
    'a, b',
    '[a,"]',
    '"[a-z]',
    '/srv/',
    '/srv/www',
    '%20',
    '~|%',
    '#[0-9]+',
    '^|a',
    '(?i:^|/)a,?"',
    '"who, \\"^a"',
    '"{value: a}"',
  ])('%s is a pattern', (pattern) => {
    expect(found(condition(`matches(${pattern})`))).toEqual([]);
  });
});

describe('the name of an argument in front of a text', () => {
  test.each([
    ['contains(value: a)', 'contains(a)'],
    ['contains(who: a)', 'contains(a)'],
    ['starts_with(value=a)', 'starts_with(a)'],
    ['not_equals(who = a)', 'not_equals(a)'],
    ['path_within(value: /srv)', 'path_within(/srv)'],
    ['equals(who == a)', 'equals(a)'],
  ])('%s', (written, meant) => {
    expect(found(condition(written))).toEqual([
      expect.stringMatching(/^expression-argument-name: /) as string,
    ]);
    expect(found(condition(written)).join()).toContain(`write \`${meant}\``);
  });

  test('with a reference behind it, to an alias or none', () => {
    for (const written of [
      'equals(value: $q.who)',
      'not_equals(who == $q.who)',
      'not_equals(ne $q.who)',
      'equals(who := $q.who)',
      'not_equals(who != $q.who)',
      'not_equals(who <> $q.who)',
    ])
      expect(found(condition(written)).join()).toMatch(
        /^looks-like-reference: .*write `\$q\.who` for the value/,
      );
  });

  test.each(['contains(a: b)', 'contains("value: a")', 'equals(literal(value=a))', 'equals(who:a)'])(
    '%s is text',
    (written) => {
      expect(found(condition(written))).toEqual([]);
    },
  );
});

describe('typographic quotes and signs of a value', () => {
  const slot = (value: string): string =>
    `templates: [{ name: p, slots: [{ name: s, type: string, default: ${value} }] }]\nrules: [{ name: r, when: ${WHEN}, then: { action: deny } }]\n`;
  const relation = (value: string): string =>
    `${rule('{ action: deny }')}relations: [{ name: q, columns: [{ name: u, type: string }], rows: [[${value}]] }]\n`;
  const constant = (value: string): string => `${rule('{ action: deny }')}constants: { c: [${value}] }\n`;
  const property = (value: string): string =>
    rule(`{ action: allow, obligations: [{ type: a, properties: { b: ${value} } }] }`);
  const places = [asserted, slot, relation, constant, property];

  test.each([
    '\u201ea\u201c',
    '"\u201ca\u201d"',
    "'\u00b4a\u00b4'",
    '\u00aba\u00bb',
    'a\u201d',
    '"\u201c\u201d"',
  ])('%s', (value) => {
    for (const place of places)
      expect(found(place(value)), place('@')).toEqual([
        expect.stringMatching(/^foreign-quotes: .*use double quotes, as in `"a?"`/) as string,
      ]);
  });

  test.each(['"it\u2019s"', '\u2026', '"say \u201ca\u201d now"'])('%s is text', (value) => {
    for (const place of places) expect(found(place(value))).toEqual([]);
  });

  test('escaped quotes are text', () => {
    for (const place of [slot, relation, constant]) expect(found(place('"\\u201ca\\u201d"'))).toEqual([]);
  });

  test.each(['a;', 'a // b', 'a -- b', 'a /* b */', '/* b */ a'])(
    '%s has a sign of another language',
    (value) => {
      for (const place of places) expect(found(place(value)).join()).toMatch(/^stray-sign: [^\n]*write `a`/);
    },
  );

  test.each([
    ['"=a b"', 'a b'],
    ['=a', 'a'],
    ['"={p.who}"', '{p.who}'],
  ])('%s is no formula', (value, meant) => {
    for (const place of [asserted, property])
      expect(found(place(value)).join()).toMatch(
        new RegExp(`^formula-value: .*write \`${meant}\`, or \`literal`),
      );
    expect(found(asserted(`"literal(=a)"`))).toEqual([]);
  });

  test('in the facts of a graph', () => {
    const graph = (value: string): readonly string[] => {
      const text = `graph: g\nnodes:\n  - id: a\n    ruleset: r\n    facts:\n      - template: t\n        data:\n          d: ${value}\n`;
      const report = createReport();
      readGraph({ path: 'g.yaml', text }, report);
      return report.sorted().map(({ code }) => code);
    };
    expect(graph('"\u00b4owner of ${params.id}\u00b4"')).toEqual(['foreign-quotes']);
    expect(graph('\u201e${params.id}\u201c')).toEqual(['foreign-quotes']);
    expect(graph('x${params.id} /* only this */')).toEqual(['stray-sign']);
    expect(graph('400.000')).toEqual(['number-grouped']);
    expect(graph('"owner of ${params.id}"')).toEqual([]);
  });
});

describe('a key in a map that takes any key', () => {
  test.each(['# code', '//code', '#'])('"%s" is no comment', (key) => {
    const places = [
      rule(`{ action: deny, metadata: { "${key}": a } }`),
      rule(`{ action: deny, obligations: [{ type: a, properties: { "${key}": a } }] }`),
      `${rule('{ action: deny }')}constants: { c: { "${key}": b, c: d } }\n`,
      short(`    deny: a\n    metadata: { "${key}": a }\n`),
    ];
    for (const place of places) expect(found(place).join()).toMatch(/^commented-key: /);
  });

  test('a key that begins with a number sign is one', () => {
    expect(found(rule('{ action: deny, metadata: { "#code": a } }'))).toEqual([]);
  });

  test.each([
    ['salience', 'the rule'],
    ['attestation', '`then`'],
  ])('%s in metadata', (key, owner) => {
    const places = [
      rule(`{ action: deny, metadata: { ${key}: 1 } }`),
      short(`    deny: a\n    metadata: { ${key}: 1 }\n`),
    ];
    for (const place of places)
      expect(found(place).join()).toMatch(new RegExp(`^misplaced-key: \`${key}\`.*move it to ${owner}`));
    expect(found(rule(`{ action: deny, metadata: { x-${key}: 1 } }`))).toEqual([]);
  });
});

describe('a reason that fills in values as other languages do', () => {
  test.each([
    ['%{p.who}', '{p.who}'],
    ['by %{p.who}', '{p.who}'],
    ['{{ p.who }}', '{p.who}'],
    ['since {{ n }} days', '{n}'],
  ])('%s', (reason, meant) => {
    const places = [
      rule(`{ action: deny, reason: ${JSON.stringify(reason)} }`),
      short(`    deny: ${JSON.stringify(reason)}\n`),
    ];
    for (const place of places)
      expect(found(place)).toEqual([
        expect.stringMatching(new RegExp(`^reason-place: .*write \`${meant}\``)) as string,
      ]);
  });

  test.each(['{{p.who}}', '5%{p.n}', '{{{p.who}}}', '{{ a, b }}'])('%s means what it says', (reason) => {
    expect(found(rule(`{ action: deny, reason: ${JSON.stringify(reason)} }`))).toEqual([]);
  });
});

test.each(['metadata: { x: P.who }', 'scope: P.who'])('an alias with a capital letter: %s', (key) => {
  expect(found(rule(`{ action: scope, scope: a, ${key} }`.replace(/scope: a, scope/, 'scope')))).toEqual([
    'looks-like-reference: `P.who` looks like a reference: write `{p.who}` for the value, or `literal(P.who)` for the text',
  ]);
});

test.each(['%p.who%', '{{ p.who }}', '$ p.who', 'p:who', '$.p.who'])('%s in an asserted text', (value) => {
  expect(found(asserted(`"${value}"`)).join()).toMatch(/^looks-like-reference: [^\n]*write `\$p\.who`/);
});

describe('a value with the sign of an assignment', () => {
  const slot = (rest: string): string =>
    `templates: [{ name: t, slots: [{ name: s, type: string, ${rest} }] }]\n`;
  const places: readonly (readonly [string, (value: string) => string])[] = [
    ['a default', (value) => slot(`default: ${value}`)],
    ['an item of a default', (value) => slot(`list: true, default: [${value}]`)],
    ['an allowed value', (value) => slot(`allowed_values: [${value}]`)],
    ['a cell of a relation', (value) => `relations: { r: { columns: { a: string }, rows: [[${value}]] } }\n`],
    ['a constant', (value) => `constants: { c: ${value} }\n`],
  ];

  test.each(places)('is refused in %s', (_, textOf) => {
    for (const value of ['=a', '== a'])
      expect(found(`${textOf(value)}rules: []\n`)).toContain(
        `leading-sign: the sign is part of the text \`${value}\`: write \`a\`, or a double-quoted text`,
      );
  });

  test.each(places)('means what it says with quotes in %s', (_, textOf) => {
    expect(found(`${textOf('"=a"')}rules: []\n`).join()).not.toMatch(/leading-sign/);
  });
});
