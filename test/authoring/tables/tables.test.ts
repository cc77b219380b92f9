/** Grids of rulesets: read, edited, and back as they were. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDelimited, writeCsv } from '../../../authoring/tables/delimited.ts';
import { withCells, withoutRow, withRow, withRows } from '../../../authoring/tables/edit-grid.ts';
import { readGrids } from '../../../authoring/tables/read-grids.ts';
import type { Grid, TextFile } from '../../../authoring/tables/grid.ts';
import { full } from '../../full.ts';

function filesOf(folder: string): readonly TextFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ya?ml|csv)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

const RULESETS = ['rulesets', 'test/policies'].flatMap((root) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'graphs')
    .map(({ name }) => join(root, name)),
);
const WITH_GRIDS = RULESETS.map((folder) => ({ folder, files: filesOf(folder) }))
  .map((one) => ({ ...one, grids: readGrids(one.files) }))
  .filter(({ grids }) => grids.length > 0);

const textOf = (files: readonly TextFile[], grid: Grid): string =>
  files.find(({ path }) => path === grid.file)?.text ?? '';

const OTHER = 'other-value';

describe('the shipped rulesets', () => {
  test('some have tables and relations', () => {
    expect(WITH_GRIDS.length).toBeGreaterThan(5);
  });

  test.each(WITH_GRIDS)('$folder is the same after a round trip', ({ files, grids }) => {
    for (const grid of grids) {
      const text = textOf(files, grid);
      const cells = grid.rows.map((row) => row.cells.map((cell) => cell.text));
      expect(withRows(files, grid, cells)).toBe(text);
      expect(withRows(files, grid, readDelimited(writeCsv(cells), ',')!)).toBe(text);
    }
  });

  test.each(WITH_GRIDS)('$folder: a cell there and back leaves every byte', ({ files, grids }) => {
    for (const grid of grids) {
      const text = textOf(files, grid);
      for (const [row, { cells }] of grid.rows.slice(0, full(8, 1)).entries())
        for (const [column, cell] of cells.entries()) {
          if (!cell.canEdit || cell.text.startsWith('"') || cell.text.startsWith('[')) continue;
          const changed = withCells(text, grid, [{ row, column, text: OTHER }]);
          expect(changed).not.toBe(text);
          const again = files.map((one) => (one.path === grid.file ? { ...one, text: changed } : one));
          const same = readGrids(again).find(
            ({ name, at }) => name === grid.name && at.start === grid.at.start,
          );
          expect(same?.rows[row]?.cells[column]?.text).toBe(OTHER);
          expect(withCells(changed, same!, [{ row, column, text: cell.text }])).toBe(text);
        }
    }
  });
});

const YAML = `# who may spend
relations:
  limit:
    columns: { role: symbol, cents: integer }
    rows:
      - [clerk, 500] # little
      # the boss
      - ['manager',   20000]
tables:
  - name: gate
    if: input.role == limit.role
    inputs: [limit.role]
    outputs: [name, action]
    rows: [[clerk, one, allow], [ "-", two, deny ]]
rules: {}
`;
const files = [{ path: 'a.yaml', text: YAML }];
const [gate, limit] = readGrids(files) as [Grid, Grid];

test('an edit keeps comments, spaces and quotes', () => {
  expect(withCells(YAML, limit, [{ row: 1, column: 0, text: 'director' }])).toBe(
    YAML.replace("'manager',   20000", "'director',   20000"),
  );
  expect(withCells(YAML, limit, [{ row: 0, column: 1, text: '700' }])).toBe(YAML.replace('500', '700'));
});

test.each([
  ['a: b', '"a: b"'],
  ['<= 5', '<= 5'],
  ['-', '"-"'],
  ['[1..5]', '"[1..5]"'],
  ['[a, b]', '[a, b]'],
  ['"5"', '"5"'],
  ['# no', '"# no"'],
  ['a, b', '"a, b"'],
  ['', '""'],
  ['yes ', '"yes "'],
  ['x\ny', '"x\\ny"'],
  ['*a', '"*a"'],
])('%j is written as %s', (text, source) => {
  const changed = withCells(YAML, limit, [{ row: 0, column: 0, text }]);
  expect(changed).toBe(YAML.replace('[clerk, 500]', `[${source}, 500]`));
});

test('a row is added behind the comment of the last one, or between the brackets', () => {
  expect(withRow(YAML, limit)).toBe(YAML.replace('20000]\n', "20000]\n      - ['manager', 20000]\n"));
  expect(withRow(YAML, gate)).toBe(YAML.replace('two, deny ]', 'two, deny ], ["-", row-3, deny]'));
  expect(
    withCells(YAML, limit, [
      { row: 2, column: 0, text: 'x' },
      { row: 3, column: 1, text: '9' },
    ]),
  ).toBe(YAML.replace('20000]\n', "20000]\n      - ['x', 20000]\n      - ['manager', 9]\n"));
});

test('a row goes with its line, and the last one stays', () => {
  const less = withoutRow(YAML, limit, 0);
  expect(less).toBe(YAML.replace('      - [clerk, 500] # little\n', ''));
  expect(withoutRow(YAML, gate, 1)).toBe(YAML.replace(', [ "-", two, deny ]', ''));
  expect(withoutRow(YAML, gate, 0)).toBe(YAML.replace('[clerk, one, allow], ', ''));
  const [, one] = readGrids([{ path: 'a.yaml', text: less }]) as [Grid, Grid];
  expect(withoutRow(less, one, 0)).toBe(less);
  expect(withRows(files, limit, [['clerk', '5']])).toBe(
    YAML.replace('500', '5').replace("      - ['manager',   20000]\n", ''),
  );
});

test('what an alias or several lines write is not edited', () => {
  const text = `relations:
  r:
    columns: { a: symbol, b: string }
    rows:
      - [&x one, "a
          b"]
      - [*x, two]
`;
  const [grid] = readGrids([{ path: 'a.yaml', text }]) as [Grid];
  expect(grid.rows.map(({ cells }) => cells.map(({ canEdit }) => canEdit))).toEqual([
    [false, false],
    [false, true],
  ]);
  expect(withCells(text, grid, [{ row: 0, column: 0, text: 'z' }])).toBe(text);
});

describe('CSV files', () => {
  const csv = 'role,cents\r\n"clerk",5\r\n\r\n"a ""b""",6\r\n';
  const both = [
    {
      path: 'x/a.yaml',
      text: 'relations: { r: { columns: { role: symbol, cents: integer }, file: r.csv } }',
    },
    { path: 'x/r.csv', text: csv },
  ];
  const [grid] = readGrids(both) as [Grid];
  test('keep quotes, empty lines and line ends', () => {
    expect(grid).toMatchObject({ name: 'r', file: 'x/r.csv', form: 'csv' });
    expect(grid.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['clerk', '5'],
      ['a "b"', '6'],
    ]);
    expect(withCells(csv, grid, [{ row: 0, column: 0, text: 'a,b' }])).toBe(csv.replace('clerk', 'a,b'));
    expect(withCells(csv, grid, [{ row: 0, column: 1, text: ' 7' }])).toBe(csv.replace(',5', '," 7"'));
    expect(withRow(csv, grid)).toBe(`${csv.slice(0, -2)}\r\n"a ""b""",6\r\n`);
    expect(withoutRow(csv, grid, 0)).toBe(csv.replace('"clerk",5\r\n', ''));
  });
  test('a missing file has no grid', () => {
    expect(readGrids(both.slice(0, 1))).toEqual([]);
  });
});

test('reads what spreadsheets put on the clipboard', () => {
  expect(readDelimited('a\tb\r\n"x\ty"\t"1 ""2"""\n\tz\n', '\t')).toEqual([
    ['a', 'b'],
    ['x\ty', '1 "2"'],
    ['', 'z'],
  ]);
  expect(readDelimited('a,', ',')).toEqual([['a', '']]);
  expect(readDelimited('5" pipe\tx', '\t')).toEqual([['5" pipe', 'x']]);
  expect(readDelimited('"a', ',')).toBeNull();
});
