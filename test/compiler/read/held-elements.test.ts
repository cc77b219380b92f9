/** Elements withheld from the parser are read as the parser would read them, at any position. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { createTally } from '../../../compiler/read/tally.ts';
import { buildTree } from '../../../compiler/read/build-tree.ts';
import { holdElements } from '../../../compiler/read/held-elements.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../../../compiler/read/limits.ts';
import { parseDocuments } from '../../../compiler/read/parse-documents.ts';
import { readTrees } from '../../../compiler/read/read-trees.ts';
import { full } from '../../full.ts';

function contextOf(text: string, limits: Partial<ReadLimits> = {}) {
  return {
    source: { path: 'rows.yaml', text },
    report: createReport(),
    limits: { ...DEFAULT_READ_LIMITS, ...limits },
    files: new Map(),
    tally: createTally(),
  };
}

/** Result of reading, and of the parser alone. */
function bothReadings(text: string, limits?: Partial<ReadLimits>) {
  const around = contextOf(text, limits);
  const trees = readTrees(around);
  const alone = contextOf(text, limits);
  const parsed = parseDocuments(alone).flatMap((document) => buildTree(document, alone) ?? []);
  return [
    { trees, problems: around.report.sorted() },
    { trees: parsed, problems: alone.report.sorted() },
  ];
}

const held = (text: string): number => holdElements(contextOf(text))?.elements.size ?? 0;

function expectSame(text: string, limits?: Partial<ReadLimits>): void {
  const [read, parsed] = bothReadings(text, limits);
  expect(read).toEqual(parsed);
}

const RULE = `  - name: first # of two
    # What it asks.
    when:
      - template: request
        alias: $r
        conditions:
          - { slot: tool, expression: "equals(\\"rm\\")", bind: '?it''s' }

          - slot: level
            expression: at_least(10)
      - not:
        - template: grant
    then: { action: deny, reason: 'Not by {r.user}: never', notify: [a, b-c, 1] }
`;

describe('elements are held back', () => {
  test.each([
    ['a row', 'rows:\n  - [a, b-c, two words, 12, -3, 0.5, "quoted, too", \'single\', ""]\n', 1],
    ['without spaces', 'rows:\n- [a,1,"x"]\n', 1],
    ['a rule', `rules:\n${RULE}`, 1],
    ['rules', `rules:\n${RULE}\n  # The second.\n${RULE}${RULE}---\nrules:\n${RULE}...\n`, 4],
    ['without a last line break', 'a:\n  - b: c\n    d: e', 1],
    ['a comment behind the last line', 'a:\n  - b: c # d\n  - ef # g', 2],
    ['brackets within brackets', '- [{ a: [] , b: {} }, [c , d ] ]\n', 1],
    ['lists of lists', '- - - a\n    - b\n  - c\n', 1],
    ['values of YAML', '- [-1, 0, -0, 1.50, 123456789012345678, 90s, 2026-01-31T12:00:00Z, -x, ?x]\n', 1],
    ['escapes', "- \"a\\n\\t\\\"\\\\\\/\"\n- 'it''s'\n", 2],
    ['pairs of surrogates', '- 😀\n- "😀"\n- \'é\'\n', 2],
    ['elements of what is not plain', `rules:\n  - &x\n    when:\n${RULE.replaceAll(/^/gm, '    ')}`, 1],
    ['words of YAML', '- null\n- True\n- FALSE\n- ~\n- a: null\n', 0],
    ['other escapes', '- "a\\x41"\n- "a\\u0041"\n- "\\0"\n', 0],
    ['numbers of other kinds', '- 0x1F\n- 1e3\n- .5\n- +1\n- 007\n- .inf\n- .NaN\n- 1.\n- 0o7\n', 0],
    ['anchors, aliases and tags', '- &a b\n- *a\n- !!str 5\n- ! x\n', 0],
    ['texts over several lines', '- |\n  a: b\n- a\n  b\n- "a\n  b"\n- c: >-\n    d\n', 0],
    ['values that are not there', '- a:\n- a:\n  b: c\n- { a }\n- { a: }\n-\n', 0],
    ['keys of other kinds', '- "a": b\n- ? a\n- null: b\n- <<: b\n- a: b\n  a: c\n', 0],
    ['line breaks of Windows', '- a: b\r\n- c\r\n', 0],
    ['tabs', '- a:\tb\n- a\t\n-\tc\n', 0],
  ])('%s', (_name, text, count) => {
    expect(held(text)).toBe(count);
    expectSame(text);
  });

  test('a rule reads without a problem', () => {
    const [read] = bothReadings(`rules:\n${RULE}${RULE}`);
    expect(read?.problems).toEqual([]);
    expect(read?.trees).toHaveLength(1);
  });
});

describe('as the parser reads them', () => {
  const rows = (row: string): string => `  - ${row}\n`.repeat(3);

  test.each([
    ['in a text over several lines', `text: |\n${rows('[a, b]')}`],
    ['in a folded text', `text: >\n${rows('a: b')}`],
    ['in quotes', `text: "\n${rows('[a, b]')}"`],
    ['in single quotes', `text: '\n${rows('a: b')}'`],
    ['in a plain text', `text: begins\n${rows('[a, b]')}`],
    ['in a list on several lines', `rows: [\n${rows('[a, b]')}]`],
    ['as a key', `? \n${rows('a: b')}: c\n`],
    ['before what does not belong there', `rows:\n${rows('[a, b]')}     more\n`],
    ['before what is indented less', `rows:\n${rows('[a, b]')} more: 1\n`],
    ['with a word too much', `rows:\n${rows('[a, b]')}  - [a] b\n`],
    ['with a colon too much', `rows:\n${rows('a: b')}  - a: b: c\n`],
    ['in several documents', `rows:\n${rows('[a, b]')}---\nrows:\n${rows('c: 1')}`],
    ['behind a byte order mark', `\uFEFF- a: b\n- c: d\n`],
    ['which aliases repeat', `rows: &r\n${rows('a: [b]')}again: *r\n`],
    ['which aliases repeat too often', `rows: &r\n${rows('[a, b]')}again: [${'*r, '.repeat(100)}*r]\n`],
    ['before a comment that is indented more', `rows:\n${rows('a: b')}    # more\nother: 1\n`],
    ['with a deep comment within', 'rows:\n  - a:\n      - b: 1\n        # c\n    d: 1\n'],
    ['with halves of pairs', '- "\ud800"\n- \ud800\n'],
  ])('%s', (_name, text) => {
    expectSame(text);
  });

  test('limits count what is held', () => {
    const text = `rows:\n${rows('a: [b, { c: d }]')}`;
    const tight = [1, 2, 3, 4, 5, 6].map((depth) => ({ depth }));
    for (const limits of [...tight, { tokens: 40 }, { tokens: 60 }, { tokens: 80 }, { textLength: 0 }]) {
      expectSame(text, limits);
    }
  });

  test('long lines and deep elements are left to the parser', () => {
    const long = `- [${'abc, '.repeat(3000)}d]\n`;
    const deep = `- ${'['.repeat(30)}a${']'.repeat(30)}\n`;
    for (const text of [long, `- a: b\n  c: ${'d'.repeat(20_000)}\n`, deep, `${'- '.repeat(30)}a\n`]) {
      expect(held(text)).toBe(0);
      expectSame(text);
    }
  });

  const LINES = [
    ...['- [a, 1, "b"]', '- a: b', '- name: x', '- {a: b, c: [d]}', '- - a', '-', '- # c', '- a: b # c'],
    ...[
      'a: b',
      'c: 1',
      'd:',
      'e: [a, b]',
      "f: 'x'",
      'g: {h: i}',
      'k: |',
      'k: >-',
      'k: "',
      "k: '",
      'l: &x',
      '*x',
    ],
    ...[
      '# c',
      '',
      'word',
      '? ',
      ': v',
      ']',
      '[',
      '"',
      '---',
      '...',
      'x: !!str 1',
      '- ?x',
      '- a:b',
      '- a: b: c',
    ],
  ];

  test('among any other lines', () => {
    const line = fc.tuple(fc.constantFrom(0, 0, 1, 2, 2, 3, 4, 4, 6), fc.constantFrom(...LINES));
    const written = line.map(([indent, text]) => ' '.repeat(indent) + text);
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), fc.boolean(), (lines, isEnded) => {
        expectSame(lines.join('\n') + (isEnded ? '\n' : ''));
      }),
      { numRuns: full(600, 200) },
    );
  });

  test('a rule with any change', () => {
    const text = `rules:\n${RULE}  # c\n${RULE}`;
    const pieces = [
      '',
      ' ',
      '\n',
      '  ',
      '#',
      ' # c\n',
      ':',
      '- ',
      '"',
      "'",
      '[',
      '}',
      ',',
      'x',
      '|',
      '\t',
      '&a ',
      '-',
    ];
    const change = fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 3 }), fc.constantFrom(...pieces));
    fc.assert(
      fc.property(change, change, ([at, gone, put], [nextAt, nextGone, nextPut]) => {
        const once = text.slice(0, at) + put + text.slice(at + gone);
        expectSame(once);
        expectSame(once.slice(0, nextAt) + nextPut + once.slice(nextAt + nextGone));
      }),
      { numRuns: 200 },
    );
  });

  test('any value', () => {
    const characters = [...'ab1.-+?:,[]{}#&*!|>\'"%@`~= \\é\u00a0\ue000\u2028e0xo<', ': ', ' #', '😀'];
    const value = fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((all) => all.join(''));
    fc.assert(
      fc.property(value, (written) => {
        for (const text of [
          `- ${written}\n`,
          `- k: ${written}\n`,
          `- [${written}]\n`,
          `- {k: ${written}}\n`,
        ]) {
          expectSame(text);
        }
      }),
      { numRuns: full(1000, 300) },
    );
  });
});
