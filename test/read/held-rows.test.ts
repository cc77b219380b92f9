/** Rows that are held back from the parser are read as it would read them, wherever they stand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { createTally } from '../../compiler/read/tally.ts';
import { buildTree } from '../../compiler/read/build-tree.ts';
import { holdRows } from '../../compiler/read/held-rows.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../../compiler/read/limits.ts';
import { parseDocuments } from '../../compiler/read/parse-documents.ts';
import { readTrees } from '../../compiler/read/read-trees.ts';

const MANY = 60;

function contextOf(text: string, limits: Partial<ReadLimits> = {}) {
  return {
    source: { path: 'rows.yaml', text },
    report: createReport(),
    limits: { ...DEFAULT_READ_LIMITS, ...limits },
    files: new Map(),
    tally: createTally(),
  };
}

/** What is read, and how the parser alone reads it. */
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

const rows = (row: string): string => `  - ${row}\n`.repeat(MANY);

describe('rows are held back', () => {
  test.each([
    [
      'words and numbers',
      `rows:\n${rows('[a, b-c, two words, 12, -3, 0.5, "quoted, too", \'single\', ""]')}`,
      true,
    ],
    ['without spaces', `rows:\n${rows('[a,1,"x"]')}`, true],
    ['words of YAML', `rows:\n${rows('[null, True, FALSE, a]')}`, false],
    ['escapes', `rows:\n${rows('["a\\n", b]')}`, false],
    ['numbers of other kinds', `rows:\n${rows('[0x1F, 1e3, .5, +1, 007]')}`, false],
    ['maps and lists within', `rows:\n${rows('[{ a: b }, [c]]')}`, false],
    ['few of them', 'rows:\n  - [a, b]\n', false],
  ])('%s', (_name, text, isHeld) => {
    expect(holdRows(contextOf(text)) !== null).toBe(isHeld);
    const [read, parsed] = bothReadings(text);
    expect(read).toEqual(parsed);
    expect(read?.problems).toEqual([]);
  });

  test.each([
    ['in a text over several lines', `text: |\n${rows('[a, b]')}`],
    ['in a folded text', `text: >\n${rows('[a, b]')}`],
    ['in quotes', `text: "\n${rows('[a, b]')}"`],
    ['in single quotes', `text: '\n${rows('[a, b]')}'`],
    ['in a plain text', `text: begins\n${rows('[a, b]')}`],
    ['in a list on several lines', `rows: [\n${rows('[a, b]')}]`],
    ['before what does not belong there', `rows:\n${rows('[a, b]')}     more\n`],
    ['with a word too much', `rows:\n${rows('[a, b]')}  - [a] b\n`],
    ['in several documents', `rows:\n${rows('[a, b]')}---\nrows:\n${rows('[c, 1]')}`],
    ['which aliases repeat', `rows: &r\n${rows('[a, b]')}again: *r\n`],
    ['which aliases repeat too often', `rows: &r\n${rows('[a, b]')}again: [${'*r, '.repeat(100)}*r]\n`],
  ])('%s', (_name, text) => {
    const [read, parsed] = bothReadings(text);
    expect(read).toEqual(parsed);
  });

  test('limits count what is held', () => {
    const text = `rows:\n${rows('[a, b]')}`;
    for (const limits of [{ depth: 2 }, { depth: 1 }, { tokens: 400 }, { textLength: 4 }]) {
      const [read, parsed] = bothReadings(text, limits);
      expect(read).toEqual(parsed);
    }
  });

  test('among any other lines', () => {
    const line = fc.constantFrom(
      '  - [a, b]',
      '- [a]',
      '    - ["x", 1]',
      'k: |',
      'k: "',
      "k: '",
      '"',
      "'",
      '- |',
      '-',
      '  k: [',
      ']',
      '# - [a]',
      '---',
      '? ',
      ': v',
      '  x',
      '',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(line, { maxLength: 4 }), (before, after) => {
        const text = [...before, ...Array<string>(MANY).fill('  - [a, 1, "b"]'), ...after, ''].join('\n');
        const [read, parsed] = bothReadings(text);
        expect(read).toEqual(parsed);
      }),
      { numRuns: 400 },
    );
  });
});
