/** Patterns, negations and words of other languages in the place of a text: each is an error that says what to write. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';

const TEMPLATES = `templates:
  - { name: p, slots: [{ name: who, type: string }, { name: n, type: float }] }
`;

function found(text: string): readonly string[] {
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }], {});
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const rule = (conditions: string, then: string): string =>
  `${TEMPLATES}rules: [{ name: r, when: [{ template: p, alias: $p, conditions: [${conditions}] }], then: ${then} }]\n`;
const condition = (expression: string): readonly string[] =>
  found(rule(`{ slot: who, expression: ${JSON.stringify(expression)} }`, '{ action: deny }'));

describe('a pattern where the text is compared as it is written', () => {
  test.each([
    'starts_with(/srv/*)',
    'starts_with(/srv%)',
    'starts_with(^/srv)',
    'ends_with(*.md)',
    'ends_with(.*:latest$)',
    'ends_with(a$)',
    'contains(*a*)',
    'contains(%a b%)',
    'contains(.*a.*)',
    'contains(/a/i)',
    'not_contains(^a)',
    'equals(^a$)',
    'equals(\\ba\\b)',
    'not_equals((?i)a)',
    'not_equals(prod-*)',
    'in([a, *.example.com])',
    'glob(^a*$)',
    'glob(%%.md)',
    'path_within(/srv/*)',
    'not_path_within(/srv/**)',
    'path_within(/srv%)',
    'not_path_within(^/srv)',
  ])('%s', (written) => {
    expect(condition(written).join()).toMatch(
      /^(?:expression-pattern: .* use `(?:glob|\*)`,? or `matches`|expression-call)/,
    );
  });

  test.each([
    'starts_with("/srv/*")',
    'starts_with(*)',
    'ends_with(%)',
    'ends_with("a$")',
    'contains(100%)',
    'contains(literal(^a))',
    'equals(*)',
    'equals("prod-*")',
    'equals(a$)',
    'glob(a*)',
    'glob(50%*)',
    'not_path_within("/srv/*")',
  ])('%s is text', (written) => {
    expect(condition(written)).toEqual([]);
  });
});

describe('an operator that is negated inside of the call', () => {
  test.each(['equals', 'path_within', 'glob', 'starts_with', 'not_contains'])('%s', (operator) => {
    for (const text of ['not /srv', 'NOT  /srv'])
      expect(condition(`${operator}(${text})`)).toEqual([
        `expression-negated: \`${text}\` is one text: negate the operator, as in \`not_equals(a)\`, or write \`"${text}"\` for that text`,
      ]);
    expect(condition(`${operator}("not /srv")`).join()).not.toContain('expression-negated');
  });

  test('of a pattern', () => {
    expect(condition('matches(not a)').join()).toContain('negate the operator, as in `not_matches`');
    expect(condition('matches("not a")')).toEqual([]);
    expect(condition('equals(nothing)')).toEqual([]);
  });
});

test('a condition of another language in the place of an argument', () => {
  expect(condition('ends_with(who endswith ":latest")').join()).toMatch(
    /^foreign-quotes: .*as in `"who endswith \\":latest\\""`/,
  );
  expect(condition('equals(a "b" c)')).toEqual([]);
  expect(condition('equals("who endswith \\":latest\\"")')).toEqual([]);
});

describe('what is behind a text', () => {
  test.each([
    ['equals(a // only)', 'stray-sign: `a // only` ends', 'write `a`'],
    ['equals(a /* only */)', 'stray-sign: `a /* only */` ends', 'write `a`'],
    ['equals(a")', 'foreign-quotes: the quotes of `a"`', 'as in `"a"`'],
    [String.raw`equals(\"a\")`, 'foreign-quotes: the quotes of', 'as in `"a"`'],
  ])('%s', (written, problem, meant) => {
    expect(condition(written).join()).toContain(problem);
    expect(condition(written).join()).toContain(meant);
  });

  test.each(['contains(say "hi")', 'equals(a//b)', 'equals(a -- b)'])('%s is text', (written) => {
    expect(condition(written)).toEqual([]);
  });
});

describe('a reference of another language in a text', () => {
  const bind = '{ slot: who, bind: "?who" }';
  const reason = (text: string): readonly string[] =>
    found(rule(bind, `{ action: deny, reason: ${JSON.stringify(text)} }`));
  test.each(['[p.who] may not', '$who may not', '$p.who may not'])('%s', (text) => {
    expect(reason(text).join()).toMatch(/^reference-in-text: .* write `\{(?:p\.)?who\}` for the value/);
  });

  test.each(['[q.who] may not', '$whom may not', '[who] may not', '$5 or more'])('%s is text', (text) => {
    expect(reason(text)).toEqual([]);
  });
});

describe('a value', () => {
  const constant = (value: string): readonly string[] =>
    found(`${rule('', '{ action: deny }')}constants:\n  c: ${value}\n`);
  const byDefault = (value: string): readonly string[] =>
    found(rule('', '{ action: deny }').replace('type: string', `type: string, default: ${value}`));

  test.each(['"\'a\'"', '\'"a"\'', '\\"a\\"'])('%s is quoted twice', (value) => {
    expect(constant(value).join()).toMatch(/^foreign-quotes: .* as in `"a"`/);
  });

  test.each(['"\\"a\\""', '"say \\"a\\""', '"\\x27a\\x27"', `"'a' or 'b'"`])('%s is text', (value) => {
    expect(constant(value)).toEqual([]);
  });

  test('with a comma behind it', () => {
    expect(found(`${TEMPLATES}constants:\n  c: a,\n`).join()).toMatch(/^stray-sign: `a,` .* write `a`/);
    expect(constant('"a,"')).toEqual([]);
  });

  test('with three zeros behind the point', () => {
    expect(constant('400.000')).toEqual([
      'number-grouped: `400.000` is a decimal fraction: write `400000`, or `400.0`',
    ]);
    for (const value of ['400.0', '0.000', '4000.000', '400.001', '"400.000"'])
      expect(constant(value)).toEqual([]);
  });

  test('with commas between its thousands', () => {
    expect(constant('1,000')).toEqual([
      'number-commas: `1,000` is read as text: write `1000` for a number, or put the text in double quotes',
    ]);
    for (const value of ['"1,000"', "'1,000'", '1,00', '1000,0000', 'a 1,000'])
      expect(constant(value)).toEqual([]);
  });

  test('with quotes alone in quotes', () => {
    expect(constant(`'""'`).join()).toContain('foreign-quotes');
    expect(constant(`"''"`).join()).toContain('foreign-quotes');
    expect(constant("|-\n    'a'").join()).toContain('foreign-quotes');
    for (const value of [`'"'`, `""`, `"\\"\\""`]) expect(constant(value)).toEqual([]);
  });

  const shortly = (type: string, test: string): readonly string[] =>
    found(`templates: { q: { s: ${type} } }\nrules:\n  r:\n    allow: x\n    if: ${test}\n`);

  test('with three zeros behind the point, in a condition', () => {
    const grouped = 'number-grouped: `1.000` is a decimal fraction: write `1000`, or `1.0`';
    const compared = (expression: string): readonly string[] =>
      found(rule(`{ slot: n, expression: "${expression}" }`, '{ action: deny }'));
    for (const expression of ['at_least(1.000)', 'in([1.000, 2])', 'equals(1.000)'])
      expect(compared(expression)).toEqual([grouped]);
    expect(compared('at_least(1.0)')).toEqual([]);
    expect(shortly('float', 'q.s >= 1.000')).toEqual([grouped]);
    expect(shortly('float', 'q.s >= 1.0')).toEqual([]);
  });

  test('that is the default of a slot in the short form', () => {
    expect(shortly('float = 400.000', 'q.s > 1').join()).toContain('number-grouped: `400.000`');
    expect(shortly('string = None', 'q.s == "a"').join()).toContain('nothing-word: `None`');
    expect(shortly('string = "None"', 'q.s == "a"')).toEqual([]);
    expect(shortly('float = 400.0', 'q.s > 1')).toEqual([]);
  });

  test.each(['None', 'NaN', 'undefined', 'N/A', '(null)'])('the default %s', (word) => {
    expect(byDefault(word)).toEqual([
      `nothing-word: \`${word}\` is a text, not nothing: write \`""\` for an empty text, or \`"${word}"\``,
    ]);
    expect(byDefault(`"${word}"`)).toEqual([]);
  });

  test('a symbol of Ruby', () => {
    expect(constant(':latest').join()).toMatch(/^leading-sign: .* write `latest`, or a double-quoted text/);
    expect(constant(':/srv').join()).toMatch(/^leading-sign: .* write `\/srv`/);
    for (const value of ['":latest"', '":8080"', ':8080']) expect(constant(value)).toEqual([]);
  });

  test('a number with signs between its thousands', () => {
    for (const number of ['1 000', "1'000", '12 345 678.5'])
      expect(constant(number).join()).toMatch(/^number-commas: .* write `[\d.]+` for a number/);
    for (const text of ['"1 000"', '1 00', '555 1234', '1 000,000']) expect(constant(text)).toEqual([]);
  });

  test.each(['$5', '\u20ac 1000', '\u00a31.5'])('%s is an amount', (amount) => {
    expect(constant(amount).join()).toMatch(/^leading-sign: .* write `[\d.]+`, or a double-quoted text/);
    expect(constant(`"${amount}"`)).toEqual([]);
  });

  test('a lone sign of a spreadsheet', () => {
    expect(byDefault('=').join()).toMatch(/^leading-sign: .* write `""`/);
    expect(byDefault('"="')).toEqual([]);
  });

  test('an anchor with nothing behind it', () => {
    expect(found(`${TEMPLATES}constants:\n  c: &a\n`).join()).toMatch(
      /yaml-anchor-empty: .* write one behind it, or `"&a"` for that text/,
    );
    expect(constant('&a b')).toEqual([]);
  });

  test('a line end that ends no line of YAML, in a comment', () => {
    for (const end of ['\r', '\u0085', '\u2028', '\u2029']) {
      const text = `  # all rules${end}${rule('', '{ action: deny }')}`;
      expect(found(text).join()).toMatch(/^comment-line-end: U\+\w+ ends no line in YAML/);
      expect(constant(JSON.stringify(`a${end}b # c${end}`))).toEqual([]);
    }
    expect(found(`# all rules\r\n${rule('', '{ action: deny }')}`)).toEqual([]);
  });
});

describe('a cell of a table', () => {
  const table = (cell: string): readonly string[] =>
    found(`${TEMPLATES}tables:
  - { name: t, when: [{ template: p, alias: $p }], inputs: [$p.who], outputs: [action], rows: [[${JSON.stringify(cell)}, deny]] }
`);
  test.each(['in north, south', 'one of north, south', 'Any of a, b'])('%s', (cell) => {
    expect(table(cell).join()).toMatch(/table-cell-sign: .* alone for one of several/);
  });

  test.each(['is north', 'Equals north', 'is equal to north'])('%s', (cell) => {
    expect(table(cell).join()).toMatch(/table-cell-sign: .* write `north` alone to compare/);
  });

  test.each(['\u00acnorth', '\u00ac north, south', 'not[north, south]', 'is not north'])('%s', (cell) => {
    expect(table(cell).join()).toMatch(/table-cell-sign: .*`not\(north/);
  });

  test.each(['a\u201a b', 'a\uff0cb', 'a\u3001b', '\u2260 a'])('%s has signs of other scripts', (cell) => {
    expect(table(cell).join()).toMatch(/expression-joined|table-cell-sign/);
    expect(table(`"${cell}"`).join()).toMatch(/^table-gap/);
  });

  test('a full stop behind a word', () => {
    expect(table('south.').join()).toMatch(
      /table-cell-sign: .* write `south` alone, or the text in double quotes/,
    );
    expect(table('"south."').join()).toMatch(/^table-gap/);
  });

  test.each(['in north', 'north, in', 'inland, south', 'S.p.A.', 'a.b', 'isle', 'island north'])(
    '%s is text',
    (cell) => {
      expect(table(cell).join()).not.toContain('table-cell-sign');
    },
  );
});

test('a column of metadata with a colon behind it', () => {
  const column = (name: string): string =>
    `${TEMPLATES}tables:
  - { name: t, when: [{ template: p, alias: $p }], inputs: [$p.who], outputs: [action, ${JSON.stringify(name)}], rows: [[a, deny, x]] }
`;
  expect(found(column('metadata.code:')).join()).toMatch(/metadata\.code:/);
  expect(found(column('metadata.co:de')).join()).not.toContain('metadata.co:de');
});

test('a full-width dot in a path of the document', () => {
  const path = (text: string): string =>
    `${rule('', '{ action: deny }')}input: [{ template: p, slots: { who: ${JSON.stringify(text)} } }]\n`;
  expect(found(path('$.a\uff0eb')).join()).toContain('path');
  expect(found(path('$["a\uff0eb"]')).join()).not.toContain('error');
  expect(found(path('$.gr\u00f6\u00dfe'))).toEqual(found(path('$.size')));
});

test('a reference that is written to a word', () => {
  expect(condition('equals(eq$p.n)').join()).toMatch(/^looks-like-reference: .*\$p\.n/);
  for (const text of ['equals("eq$p.n")', 'equals(Outer$Inner.run)']) expect(condition(text)).toEqual([]);
});

test.each(['\uff04p.who', '$p\uff0ewho'])('signs of full width in a reference: %s', (text) => {
  expect(condition(`equals(${text})`).join()).toMatch(/^(?:looks-like-reference|expression-reference): /);
  expect(condition(`equals("${text}")`)).toEqual([]);
});
