/** Slips that an enumeration of every place of every shipped text found: each is an error that says what to write. */
import { describe, expect, test } from 'vitest';
import { found, TEMPLATES } from './slip-templates.ts';

const DENY = '{ action: deny }';
const rule = (conditions: string, then = DENY): string =>
  `${TEMPLATES}rules: [{ name: r, when: [{ template: p, alias: $p, conditions: [${conditions}] }], then: ${then} }]\n`;
const bound = (expression: string): readonly string[] =>
  found(
    rule(`{ slot: who, expression: ${JSON.stringify(expression)} }, { test: (neq ?id "") }`).replace(
      'when: [',
      'when: [{ template: note, conditions: [{ slot: text, bind: "?id" }] }, { template: p, conditions: [{ slot: n, bind: "?count" }] }, ',
    ),
  );
const condition = (expression: string): readonly string[] =>
  found(rule(`{ slot: who, expression: ${JSON.stringify(expression)} }`));

describe('the name of a variable of the rule in a text', () => {
  test.each([
    ['equals(value=?id)', '?id'],
    ['equals(id == ?id)', '?id'],
    ['equals(eq ?id)', '?id'],
    ['equals(is?id)', '?id'],
    ['equals(: ?id)', '?id'],
    ['equals(:=?id)', '?id'],
    ['equals(??id)', '?id'],
    ['equals(? id)', '?id'],
    ['equals(id)', '?id'],
    ['equals(#{id})', '?id'],
    ['not_equals(who \u2260 $p.who)', '$p.who'],
    ['not_equals(is not$p.who)', '$p.who'],
    ['equals(-$p.who)', '$p.who'],
  ])('%s', (expression, meant) => {
    expect(bound(expression).join()).toMatch(/^(?:looks-like-reference|expression-argument-name)/);
    expect(bound(expression).join()).toContain(`write \`${meant}\` for the value`);
  });

  // `?count` is an integer.
  test.each([
    'equals("id")',
    'equals(literal(id))',
    'equals(count)',
    'equals(other)',
    'equals(who?)',
    'equals(a ?other)',
  ])('%s is a text', (expression) => {
    expect(bound(expression)).toEqual([]);
  });
});

describe('a text as other languages compare it', () => {
  test.each([
    ['not_equals(ne north)', 'expression-joined'],
    ['not_equals(is not north)', 'expression-negated'],
    ['not_equals(who ~= north)', 'expression-argument-name'],
    ['not_equals(who \u2260 north)', 'expression-argument-name'],
    ['ends_with(endswith ":latest")', 'foreign-quotes'],
    ['ends_with($= ":latest")', 'foreign-quotes'],
    ['glob(~"*.md")', 'foreign-quotes'],
    ['glob(path ~ "*.md")', 'foreign-quotes'],
    ['in([- north - south])', 'leading-sign'],
    ['not_in_ignore_case("root,admin")', 'argument-kind'],
    ['not_in_ignore_case("[root]")', 'argument-kind'],
    ['path_within(-/srv)', 'bad-argument'],
    ['not_path_within(file:///srv)', 'bad-argument'],
    ['host_within(-example.com)', 'bad-argument'],
  ])('%s is %s', (expression, code) => {
    expect(condition(expression).map((one) => one.split(':')[0])).toEqual([code]);
  });

  test.each([
    'equals(never)',
    'contains(- )',
    'contains(-rf)',
    'contains(say "hi")',
    'not_in_ignore_case(["root,admin"])',
    'not_path_within(/srv/)',
  ])('%s is accepted', (expression) => {
    expect(condition(expression)).toEqual([]);
  });
});

describe('a pattern with text around it', () => {
  test.each([
    '^a$,',
    ',^a$',
    '-^a$',
    '%r{^a$}',
    '"^a$" i',
    're.compile("^a$")',
    '^a$ | ^b$',
    '^a$ || ^b$',
    'not(^a$)',
  ])('%s', (pattern) => {
    expect(condition(`not_matches(${pattern})`).join()).toMatch(
      /^bad-pattern: .*: .*write the pattern alone/,
    );
  });

  test.each(['(?:^|/)a$', '^a$|^b$', '"-^a$"'])('%s is accepted', (pattern) => {
    expect(condition(`not_matches(${pattern})`)).toEqual([]);
  });
});

describe('a zone by its abbreviation', () => {
  const zone = (name: string): readonly string[] => found(rule(`{ now: 'weekday_in([mon], ${name})' }`));
  test.each(['CET', 'EST', 'utc', 'Japan'])('%s', (name) => {
    expect(zone(name).join()).toContain('a literal time zone, such as `"Europe/Berlin"`');
  });
  test.each(['UTC', 'GMT', 'Europe/Berlin', 'America/Argentina/Ushuaia'])('%s is a zone', (name) => {
    expect(zone(name)).toEqual([]);
  });
});

describe('a cell', () => {
  const table = (cell: string, slot = 'who'): readonly string[] =>
    found(`${TEMPLATES}tables:
  - name: t
    when: [{ template: p, alias: $p }]
    inputs: [$p.${slot}]
    outputs: [action]
    rows: [[${cell}, deny]]
    default: [allow]
`);
  test.each([
    ["'any of: north, south'", 'write `north, south` alone'],
    ["'none of north, south'", 'write `not(north, south)`'],
    ["'~north, south'", 'write `not(north, south)`'],
    ["'-north, south'", 'write `not(north, south)`'],
    ["'north, south.'", 'write `north, south` alone'],
    ["'only east'", 'write `east` alone'],
    ["'-.'", 'write `-` for any value'],
  ])('%s', (cell, meant) => {
    expect(table(cell).join()).toMatch(/^table-cell-sign: /);
    expect(table(cell).join()).toContain(meant);
  });

  test.each(["'-rf, -x'", "'north-east, south'", '[north, south]'])('%s is accepted', (cell) => {
    expect(table(cell)).toEqual([]);
  });

  test('of two numbers in brackets of YAML is an interval or two values', () => {
    const [only] = table('[10, 20]', 'n');
    expect(only).toBe(
      'table-cell-sign: invalid cell `[10, 20]`: write `"[10..20]"` for the interval, or `"10, 20"` for one of both',
    );
    for (const cell of ["'[10..20]'", "'10, 20'", '[10, 20, 30]', '[20, 10]'])
      expect(table(cell, 'n')).toEqual([]);
  });

  test.each(['code"', 'code\\"'])('a column of metadata with a quote: %s', (key) => {
    const text = `${TEMPLATES}tables:
  - { name: t, when: [{ template: p, alias: $p }], inputs: [$p.who], outputs: [action, 'metadata.${key}'], rows: [[a, deny, x]], default: [allow, x] }
`;
    expect(found(text).join()).toMatch(/^table-column: /);
  });
});

describe('a cell of CSV whose quotes are needed', () => {
  const csv = (cell: string): readonly string[] =>
    found(
      `${TEMPLATES}relations: [{ name: known, columns: [{ name: who, type: string }, { name: at, type: string }], file: data.csv }]\n`,
      `who,at\n${cell},a\n`,
    );
  test.each([
    ['"\'smith, j\'"', 'the quotes'],
    ['"`smith, j`"', 'the quotes'],
    ['"`smith, j"', 'the quotes'],
    ['"\\""smith, j\\"""', 'the quotes'],
    ['"smith, j // only"', '`//` is part of the text'],
    ['"= smith, j"', '`=` is part of the text'],
    ['"!= smith, j"', '`!=` is part of the text'],
    ['"s\u200bmith, j"', 'invisible characters'],
    ['"smith,\u00a0j"', 'invisible characters'],
  ])('%s', (cell, problem) => {
    expect(csv(cell).join()).toMatch(/^bad-csv: /);
    expect(csv(cell).join()).toContain(problem);
  });

  test.each(['"smith, j"', '"o\'neil, s"', '"a = b, c"', '"= a"', '"\u0645\u06cc\u200c\u062e, a"'])(
    '%s is accepted',
    (cell) => {
      expect(csv(cell)).toEqual([]);
    },
  );
});

describe('code without the parentheses of its calls', () => {
  const body = (text: string): readonly string[] =>
    found(
      `${rule('')}functions:\n  - { name: add, type: raw, body: "(deffunction add (?a ?b) (+ ?a ?b))" }\n` +
        `  - { name: f, type: raw, body: '(deffunction f (?a ?b) ${text})' }\n`,
    );
  test.each([
    ['bind ?sum 0 (+ ?a ?b)', 'bind'],
    ['(if (> ?a ?b) then ?a else ?a + ?b)', '+'],
    ['(if (> ?a ?b) then ?a else + ?a ?b)', '+'],
    ['(bind ?a add ?a ?b) ?a', 'add'],
    ['(bind ?a ?a + ?b) ?a', '+'],
  ])('%s', (text, name) => {
    expect(body(text)).toContainEqual(expect.stringContaining(`clips-no-call: \`${name}\` is a symbol`));
  });

  test.each(['(bind ?c "0") (bind ?c (+ 1 ?a)) ?c', '(if (> ?a ?b) then 1 else "5")'])('%s', (text) => {
    expect(body(text).join()).toMatch(/^clips-quoted-number: the quotes make `\d` a text/);
  });

  test.each(['(bind ?c "0") ?c', '(if (> ?a ?b) then "1" else "5")', '(bind ?c low high) (length$ ?c)'])(
    '%s is accepted',
    (text) => {
      expect(body(text)).toEqual([]);
    },
  );

  test('the name of a variable where a call of the ruleset or a joined text takes its value', () => {
    const rules = (test: string): readonly string[] =>
      found(
        `${rule(`{ slot: n, bind: "?n" }, { test: "${test}" }`)}functions:\n  - { name: add, type: raw, body: "(deffunction add (?a ?b) (+ ?a ?b))" }\n`,
      );
    const message = 'clips-signed-variable: `n` is a symbol';
    expect(rules('(> (add n 1) 2)').join()).toContain(message);
    expect(rules('(neq (str-cat for n) ?n)').join()).toContain(message);
    expect(rules('(> (add ?n 1) 2)')).toEqual([]);
  });
});

test('values of YAML: numbers with underscores or of full width, and a symbol of Ruby with a place in it', () => {
  const value = (text: string): readonly string[] =>
    found(`${TEMPLATES}rules:
  - name: r
    when: [{ template: p, alias: $p, conditions: [{ slot: who, bind: "?id" }] }]
    then:
      action: deny
      obligations:
        - type: log
          properties:
            a: ${text}
`);
  expect(value('1_000').join()).toMatch(/^number-commas: .*`1000`/);
  expect(value('\uff11\uff10').join()).toMatch(/^number-commas: .*`10`/);
  expect(value(':for {id}').join()).toMatch(/^leading-sign: /);
  for (const text of ['"1_000"', 'a_000', '1000n', ':1000', '"#{p.who}"']) expect(value(text)).toEqual([]);
});

test('`decide` as a name in a map beside it', () => {
  const text = (section: string): string => `${section}\n${rule('')}`;
  for (const owner of ['modules', 'constants'])
    expect(found(text(`${owner}: { a: b, decide: last }`)).join()).toMatch(
      new RegExp(`^unknown-key: unknown key \`decide\` in \`${owner}\``),
    );
  expect(found(text('constants: { decide: soon }\nmodules: { decide: "Decides" }'))).toEqual([]);
});

test('a version that is the name of a module, over rules in no module', () => {
  const text = (version: string): string => `version: ${version}\nmodules: [{ name: limits }]\n${rule('')}`;
  expect(found(text('limits')).join()).toMatch(/^module-as-name: /);
  expect(found(text('"1.0"'))).toEqual([]);
});
