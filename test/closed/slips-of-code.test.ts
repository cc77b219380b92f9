/** Variables, numbers and texts of other languages in CLIPS code: each is an error that says what to write. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';

function found(text: string): readonly string[] {
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }], {});
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const rule = (conditions: string, then: string): string =>
  `templates: [{ name: p, slots: [{ name: who, type: string }] }]
rules: [{ name: r, when: [{ template: p, alias: $p, conditions: [${conditions}] }], then: ${then} }]
`;

describe('a variable of another language in an expression', () => {
  const computed = (expression: string): readonly string[] =>
    found(
      rule(
        '{ slot: who, bind: "?who" }',
        `{ action: deny, assert: [{ template: p, slots: { who: ${JSON.stringify(expression)} } }] }`,
      ),
    );
  test.each(['{who}', '${who}', '@who', '%who', ':who', '{?who}'])('%s', (symbol) => {
    expect(computed(`(str-cat "for " ${symbol})`)).toEqual([
      `clips-signed-variable: \`${symbol}\` is a symbol: write \`?who\` for the variable, or another name for it to keep the symbol`,
    ]);
  });

  test.each(['"{who}"', '"${who}"'])('%s', (text) => {
    expect(computed(`(str-cat "for " ${text})`).join()).toContain(
      'a text: write `?who` without quotes for the value of the variable',
    );
    expect(computed(`(str-cat ${text.replace('who', 'whom')} ?who)`)).toEqual([]);
  });

  test('a parameter of a function without its sign', () => {
    const body = (word: string): readonly string[] =>
      found(
        `${rule('{ slot: who, bind: "?who" }, { test: "(f ?who)" }', '{ action: deny }')}functions:\n` +
          `  - { name: f, type: raw, body: "(deffunction f (?name) (eq ${word} (sym-cat a ?name)))" }\n`,
      );
    expect(body('name').join()).toContain('clips-signed-variable: `name` is a symbol: write `?name`');
    expect(body('names')).toEqual([]);
  });

  test.each(['5%', '$5', '1_000', '10L', '0x1f'])('%s is refused as a number', (symbol) => {
    expect(computed(`(str-cat ?who ${symbol})`)).toEqual([
      `clips-foreign-number: \`${symbol}\` is a symbol: write a number in digits, such as \`5\` or \`0.5\``,
    ]);
  });

  test.each(['2nd', '2026-01-01', '5-', '3d'])('%s is a symbol', (symbol) => {
    expect(computed(`(str-cat ?who ${symbol})`)).toEqual([]);
  });

  test('quotes of another language around a text', () => {
    expect(computed("(str-cat 'for ' ?who)").join()).toContain(
      'foreign-quotes: the quotes of `\'for` are part of the text: use double quotes, as in `"for"`',
    );
    expect(computed('(str-cat `for ` ?who)').join()).toContain('foreign-quotes: the quotes of ``for`');
    expect(computed("(str-cat it's ?who)")).toEqual([]);
    expect(computed('(str-cat \u201cfor \u201d ?who)').join()).toContain(
      'foreign-quotes: the quotes of `\u201cfor`',
    );
  });

  test('a name that no variable has is a symbol', () => {
    expect(computed('(str-cat "for " {whom} @me)')).toEqual([]);
  });

  test('a slot of a fact in quotes', () => {
    const query = (slot: string): readonly string[] =>
      computed(`(str-cat (any-factp ((?f p)) (eq ${slot} "a")))`);
    expect(query('"f:who"').join()).toContain('clips-quoted-variable: the quotes make `f:who` a text');
    expect(query('?f:who')).toEqual([]);
  });
});
