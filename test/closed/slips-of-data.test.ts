/** Names in front of a text, cells of spreadsheets, numbers, sections and references as one part of the text around them. */
import { describe, expect, test } from 'vitest';
import { found, TEMPLATES } from './slip-templates.ts';

const rule = (then: string, conditions = ''): string =>
  `${TEMPLATES}rules: [{ name: r, when: [{ template: p, alias: $p, conditions: [${conditions}] }], then: ${then} }]\n`;
const condition = (expression: string): string =>
  rule('{ action: deny }', `{ slot: who, expression: ${JSON.stringify(expression)} }`);
const table = (cell: string, slot = 'who'): string =>
  `${TEMPLATES}tables:
  - name: t
    when: [{ template: p, alias: $p }]
    inputs: [$p.${slot}]
    outputs: [action]
    rows: [[${cell}, deny]]
    default: [allow]
`;
const RELATION = `${TEMPLATES}relations: [{ name: known, columns: [{ name: who, type: string }, { name: at, type: string }], file: data.csv }]\n`;

describe('the name of the slot in front of a text', () => {
  test.each([
    ['not_equals(who !== a)', 'not_equals(a)'],
    ['equals(who != a)', 'not_equals(a)'],
    ['equals(who <> a)', 'not_equals(a)'],
    ['not_equals(who ne a)', 'not_equals(a)'],
    ['equals(who is not a)', 'not_equals(a)'],
    ['equals(who is a)', 'equals(a)'],
    ['equals(who /= a)', 'not_equals(a)'],
    ['equals(value >= a)', 'at_least(a)'],
  ])('%s', (written, meant) => {
    expect(found(condition(written)).join()).toMatch(/^expression-argument-name: /);
    expect(found(condition(written)).join()).toContain(`write \`${meant}\``);
  });

  test.each(['equals(when is it)', 'equals("who is a")', 'equals(who isolates)'])('not in %s', (written) => {
    expect(found(condition(written))).toEqual([]);
  });

  test('the sign of another language without a name', () => {
    expect(found(condition('not_equals(/=a)')).join()).toMatch(/^expression-joined: /);
    expect(found(condition('equals(/a)'))).toEqual([]);
  });
});

test.each(['like"a"', 'matches"a"'])('a word before a text in quotes: equals(%s)', (text) => {
  expect(found(condition(`equals(${text})`)).join()).toMatch(/^foreign-quotes: .*as in `"a"`/);
});

describe('two texts that a word of another language joins', () => {
  test.each(['a oder b', 'a und b', 'a ou b'])('%s', (text) => {
    expect(found(condition(`equals(${text})`)).join()).toMatch(/^expression-joined: /);
    expect(found(table(`'${text}'`)).join()).toMatch(/^expression-joined: /);
    expect(found(condition(`equals("${text}")`))).toEqual([]);
  });
});

describe('a cell of a table', () => {
  test.each(['except a, b', 'other than a, b', 'without a, b', 'anything but a, b'])('%s', (cell) => {
    expect(found(table(`'${cell}'`)).join()).toMatch(/^table-cell-sign: .*write `not\(a, b\)`/);
  });

  test('with a decimal comma', () => {
    expect(found(table("'2500,0'", 'n')).join()).toMatch(/^digit-groups: .*write `2500\.0` for one number/);
    expect(found(table("'2500, 0'", 'n'))).toEqual([]);
  });

  const csv = (cell: string): readonly string[] => {
    const file = table('a').replace(/ {4}inputs: [^]*?rows: .*\n/, '    file: data.csv\n');
    return found(file, `$p.who,action\n${cell},deny\n`);
  };

  test.each(['"a\nb"', 'a & b', 'a + b', '"not: a, b"'])('of several values: %s', (cell) => {
    const meant = cell.includes('not') ? 'not\\(a, b\\)' : 'a, b';
    expect(csv(cell).join()).toMatch(new RegExp(`^table-cell-sign: [^]*write \`${meant}\``));
  });

  test('of one text with a line end or a sign', () => {
    for (const cell of ['"""a\nb"""', '"""a & b"""', 'a&b']) expect(csv(cell)).toEqual([]);
  });

  test('with a character that cannot be seen', () => {
    expect(csv('"a, x\u200by"').join()).toMatch(
      /^table-cell-sign: .*write `a, xy`, or the text in double quotes/,
    );
    expect(csv('"a, b\u200b"').join()).toMatch(/^bad-csv: .*invisible characters at an end/);
    expect(csv('"a, b"')).toEqual([]);
    expect(csv('"""a\u200b"""')).toEqual([]);
  });

  test.each(['%', '?', '.', '\u2022', '\u2026'])('%s for any value', (cell) => {
    expect(found(table(`'${cell}'`)).join()).toMatch(/^table-cell-sign: .*write `-` for any value/);
    expect(found(table(`'"${cell}"'`))).toEqual([]);
  });

  test('with a sign of HTML', () => {
    for (const cell of ['&lt; 10', '&gt; 10', '&lt;= 10'])
      expect(found(table(cell, 'n')).join()).toMatch(/^html-entity: `&[lg]t;=?` is read as an anchor/);
    expect(found(table("&few '< 10'", 'n'))).toEqual([]);
  });
});

describe('a cell of a CSV file', () => {
  test.each(['"\u2018smith, j"', '"smith, j"""', '"""smith, j"', '"""""smith, j"""""', '"smith, j\u201d"'])(
    '%s',
    (cell) => {
      expect(found(RELATION, `who,at\n${cell},b\n`).join()).toMatch(/^bad-csv: .*remove them/);
    },
  );

  test.each(['"smith, j"', '"""smith, j"""', '"pipe, 5"""', '"o\u2019neil, j"'])('%s is a text', (cell) => {
    expect(found(RELATION, `who,at\n${cell},b\n`)).toEqual([]);
  });

  test.each(['!= ann', '<>ann'])('%s', (cell) => {
    expect(found(RELATION, `who,at\n${cell},b\n`).join()).toMatch(
      /^bad-csv: .*write `not\(ann\)` in a table/,
    );
    expect(found(RELATION, `who,at\n"${cell}",b\n`)).toEqual([]);
  });
});

describe('a value without quotes', () => {
  const property = (value: string): readonly string[] =>
    found(rule(`{ action: deny, obligations: [{ type: mask, properties: { most: ${value} } }] }`));
  test.each([
    ['1k', '1000'],
    ['-2K', '-2000'],
    ['int(1000)', '1000'],
    ['float( 0.5 )', '0.5'],
  ])('%s', (value, meant) => {
    expect(property(value).join()).toContain(
      `number-commas: \`${value}\` is read as text: write \`${meant}\``,
    );
    expect(property(`"${value}"`)).toEqual([]);
  });

  test('of four apostrophes', () => {
    expect(property("''''").join()).toMatch(/^foreign-quotes: .*as in `""`/);
    expect(property(`"'"`)).toEqual([]);
  });
});

test('a reference in braces behind a dollar sign is a part of the value of a slot', () => {
  const noted = (text: string): readonly string[] =>
    found(rule(`{ action: deny, assert: [{ template: note, slots: { text: ${text} } }] }`));
  expect(noted('"${p.who}"').join()).toMatch(/^looks-like-reference: .*write `\$p\.who` for the value/);
  expect(noted('"%{p.who}"').join()).toMatch(/^looks-like-reference: .*write `\$p\.who` for the value/);
  for (const text of ['"{p.who}"', '"${p.who} a day"', '"for {p.who}"', '"#{p.who}"'])
    expect(noted(text)).toEqual([]);
});

test.each(['^[a]$ and ^[b]$', '^a$ oder ^b$', '^[a]$; ^[b]$'])('two patterns: %s', (pattern) => {
  expect(found(condition(`matches(${pattern})`)).join()).toMatch(
    /^bad-pattern: .*a second pattern after `\$` never/,
  );
  expect(found(condition('matches(^[$]^?$)'))).toEqual([]);
});

test.each(['@"^a$"', 'R"^a$"'])('a pattern with the quotes of another language: %s', (pattern) => {
  expect(found(condition(`matches(${pattern})`)).join()).toMatch(/^bad-pattern: .*write \^a\$ without them/);
});

describe('a section whose key is a comment', () => {
  const written = (...lines: readonly string[]): readonly string[] =>
    found(['input: { tool!: string }', 'constants:', '  most: 5', ...lines, ''].join('\n'));
  test('while its lines are none', () => {
    for (const key of ['# rules:', '#rules: ', '#  rules:'])
      expect(
        written(key, '', '  # here', '  a:', '    deny: no', '    if: input.tool == "a"').join(),
      ).toMatch(/^commented-section: `rules:` is a comment/);
  });

  test('with its lines, or as a remark', () => {
    expect(written('# rules:', '#   a:', '#     deny: no', '  least: 1')).toEqual([]);
    expect(written('  # rules:', '  least: 1')).toEqual([]);
    expect(written('# rules:', 'default: deny')).toEqual([]);
    expect(written('# limits:', '  least: 1')).toEqual([]);
  });
});

test.each([
  ['ruleset', 'deny'],
  ['version', 'none'],
])('%s: %s was meant as the default', (key, decision) => {
  expect(found(`${key}: ${decision}\n${rule('{ action: deny }')}`)).toEqual([
    `decision-as-name: \`${key}: ${decision}\` is a name: write \`default: ${decision}\` for what is decided without a rule, or another name`,
  ]);
});

describe('code of a function', () => {
  const body = (code: string): readonly string[] =>
    found(
      `${TEMPLATES}functions:\n  - name: f\n    type: raw\n    params: [n]\n    body: '(deffunction MAIN::f (?n) ${code})'\n`,
    );
  test('with braces of another language', () => {
    expect(body('(if (> ?n 5) then {div ?n 2} else 5)').join()).toContain('clips-brace: `{div` is a symbol');
    expect(body('(if (> ?n 5) then [div ?n 2] else 5)').join()).toContain('clips-brace: `[div` is a symbol');
    expect(body('(if (> ?n 5) then (div ?n 2) else 5)')).toEqual([]);
  });

  test('with a slot of a fact behind another sign', () => {
    const counted = (slot: string): readonly string[] =>
      body(`(length$ (find-all-facts ((?p p)) (eq ${slot} ?n)))`);
    for (const slot of ['{p:n}', '${p:n}', ':p:n', 'p:n', '$p:n', '@p:n'])
      expect(counted(slot).join()).toContain(
        `clips-signed-variable: \`${slot}\` is a symbol: write \`?p:n\``,
      );
    expect(counted('?p:n')).toEqual([]);
  });

  test('with a comma behind a variable', () => {
    expect(body('(bind ?sum, 0) ?sum').join()).toContain('the comma is part of the name');
  });

  test('with variables that differ in case alone', () => {
    expect(body('(bind ?sum 0) (bind ?SUM ?n) ?sum').join()).toContain(
      'clips-variable-case: `?SUM` and `?sum` are two variables',
    );
    expect(body('(bind ?N 1) ?N').join()).toContain('clips-variable-case: `?N` and `?n`');
    expect(body('(bind ?sum 0) (bind ?sum ?n) ?sum')).toEqual([]);
  });
});

test('a CSV row of nothing, and a no-break space in a cell', () => {
  for (const row of ['-,-', ',-', '"",""', '"",-'])
    expect(found(RELATION, `who,at\na,b\n${row}\n`).join()).toMatch(/^bad-csv: .*a row without a value/);
  expect(found(RELATION, 'who,at\n-,b\n"",b\n')).toEqual([]);
  expect(found(RELATION, 'who,at\na\u00a0c,b\n').join()).toMatch(/^bad-csv: .*no-break space in a cell/);
  expect(found(RELATION, 'who,at\n"a\u00a0c",b\n')).toEqual([]);
  expect(found(RELATION, 'who,at\n"\u00a0a, c",b\n').join()).toMatch(
    /^bad-csv: .*invisible characters at an end/,
  );
});

test('the description of a table and of a relation is a text', () => {
  const described = (text: string): string => text.replace('name: known', 'name: known, description: [a]');
  expect(found(table('a').replace('- name: t', '- name: t\n    description: [a]')).join()).toMatch(
    /^wrong-kind: /,
  );
  expect(found(described(RELATION), 'who,at\na,b\n').join()).toMatch(/^wrong-kind: /);
});

test('a cell with a question mark, and a column of metadata with a line end', () => {
  expect(found(table("'east?'")).join()).toMatch(/^table-cell-sign: .*write `east` alone/);
  const column = (name: string): string => found(table('a').replace('[action]', `[${name}]`)).join();
  expect(column('"metadata.code\\n"')).toMatch(/^unknown-alias: /);
  for (const name of ['metadata.code;', 'metadata.code // only', '"metadata.code,"'])
    expect(column(name)).toMatch(/^table-column: /);
});
