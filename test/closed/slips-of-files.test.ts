/** Quotes, tags and keys of YAML and rows of data that are left over: each is an error that says what to write. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { readGraph } from '../../library/graphs/read-graph.ts';

const TEMPLATES = `templates:
  - { name: p, slots: [{ name: who, type: string }] }
`;

function found(text: string): readonly string[] {
  const { diagnostics } = compileSources([{ path: 'rules.yaml', text }], {});
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const rule = (then: string): string =>
  `${TEMPLATES}rules: [{ name: r, when: [{ template: p, alias: $p }], then: ${then} }]\n`;

describe('quotes that are left over in a text with quotes', () => {
  const fallback = (value: string): readonly string[] =>
    found(rule('{ action: deny }').replace('type: string }', () => `type: string, default: ${value} }`));
  test.each([
    [String.raw`"\"'a'\""`, `"'a'"`, '"a"'],
    [`'''"a"'''`, `'"a"'`, '"a"'],
    [`'''""'''`, `'""'`, '""'],
    ['"a\u201d"', 'a\u201d', '"a"'],
    ['"\u201ea"', '\u201ea', '"a"'],
    ['"a\u00bb"', 'a\u00bb', '"a"'],
  ])('%s', (value, text, meant) => {
    expect(fallback(value)).toEqual([
      `foreign-quotes: the quotes of \`${text}\` are part of the text: use double quotes, as in \`${meant}\``,
    ]);
  });

  test.each([
    String.raw`"\"a\""`,
    String.raw`"a\u201d"`,
    '"5\u2033"',
    '"the \u201cbest\u201d"',
    '"\u201cyes\u201d and \u201cno\u201d, both"',
    `"it's"`,
  ])('%s means what it says', (value) => {
    expect(fallback(value)).toEqual([]);
  });

  test.each([':a', ':?', ':empty?'])('a symbol of Ruby: %s', (value) => {
    expect(fallback(value).join()).toMatch(/^leading-sign: /);
  });
});

test('a date without signs in the place of a time', () => {
  const since = (value: string): readonly string[] =>
    found(
      `${rule('{ action: deny }')}relations: [{ name: q, columns: [{ name: at, type: time }], rows: [[${value}]] }]\n`,
    );
  expect(since('20260201')).toEqual(['wrong-literal: `20260201` is not a valid value of type TIME']);
  expect(since('1760000000')).toEqual([]);
  expect(since('"2026-02-01T00:00:00Z"')).toEqual([]);
});

describe('an emptied relation', () => {
  const relation = (rest: string): string =>
    `${rule('{ action: deny }')}relations: [{ name: q, columns: [{ name: u, type: string }], ${rest} }]\n`;
  const codes = (text: string, file: string): readonly string[] => {
    const sources = [
      { path: 'rules.yaml', text },
      { path: 'q.csv', text: file },
    ];
    return compileSources(sources, {}).diagnostics.map(({ code }) => code);
  };

  test('a file of a header alone is refused', () => {
    expect(codes(relation('file: q.csv'), 'u\n')).toEqual(['empty-file']);
    expect(codes(relation('file: q.csv'), 'u\n\n')).toEqual(['empty-file']);
    expect(codes(relation('file: q.csv'), 'u\na\n')).toEqual([]);
  });

  test('a key without a value is refused, and an empty list means no rows', () => {
    expect(found(relation('rows:'))).toEqual([expect.stringMatching(/^empty-key: /) as string]);
    expect(found(relation('rows: []'))).toEqual([]);
  });
});

test.each(['! a', '! not_equals(a)', '! "a"'])('the tag without a name: %s', (value) => {
  expect(found(`${TEMPLATES}constants:\n  c: ${value}\n`).join()).toMatch(
    /^yaml-tag: invalid tag `!`: .* put a text that begins with `!` in quotes/,
  );
});

test('facts in the place of the description of a node', () => {
  const report = createReport();
  const text = 'graph: g\nnodes: [{ id: a, ruleset: r, description: [{ template: t }] }]\n';
  readGraph({ path: 'g.yaml', text }, report);
  expect(report.sorted().map(({ code }) => code)).toEqual(['wrong-kind']);
});

test('conditions on decisions of other nodes that were emptied', () => {
  const report = createReport();
  const text = 'graph: g\nnodes: [{ id: a, ruleset: r, when: {} }]\n';
  readGraph({ path: 'g.yaml', text }, report);
  expect(report.sorted().map(({ code }) => code)).toContain('empty-key');
});
