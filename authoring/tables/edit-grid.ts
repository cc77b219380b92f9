/** Edits of grids as changes of the text that holds them. What is not edited keeps every byte: comments, order and spaces. */
import { csvSource } from './csv-cell.ts';
import type { Grid, GridCell, GridRow, Part, TextFile } from './grid.ts';
import { readGrids } from './read-grids.ts';
import { yamlSource } from './yaml-cell.ts';

/** A text for a cell, by the numbers of its row and column from 0. A row behind the last one is added. */
export interface CellEdit {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

interface Change extends Part {
  readonly inserted: string;
}

/**
 * The text of the grid's file with cells changed, and with the rows added that they are in.
 *
 * @param text of the file, as the grid was read from it
 */
export function withCells(text: string, grid: Grid, edits: readonly CellEdit[]): string {
  const { rows, columns } = grid;
  const changes = edits.flatMap(({ row, column, text: wanted }): readonly Change[] => {
    const cell = rows[row]?.cells[column];
    if (cell === undefined || !cell.canEdit || cell.text === wanted) return [];
    return [{ start: cell.start, end: cell.end, inserted: sourceOf(grid, wanted, cell.quote) }];
  });
  const beyond = edits.filter(({ row }) => row >= rows.length);
  const last = beyond.reduce((most, { row }) => Math.max(most, row), rows.length - 1);
  const added = Array.from({ length: last - rows.length + 1 }, (_, i) => {
    const blank = blankRow(grid, rows.length + i);
    const given = beyond.filter(({ row }) => row === rows.length + i);
    return columns.map((_, at) => given.findLast(({ column }) => column === at)?.text ?? blank[at] ?? '');
  });
  return applied(text, [...changes, ...insertion(text, grid, added)]);
}

/** The text with a row more: it tests nothing, and results in what the row before it does. */
export const withRow = (text: string, grid: Grid): string =>
  applied(text, insertion(text, grid, [blankRow(grid, grid.rows.length)]));

/** The text without a row. The last one of a grid stays. */
export function withoutRow(text: string, grid: Grid, row: number): string {
  return grid.rows.length < 2 ? text : applied(text, removals(text, grid, [row]));
}

/**
 * The text of the grid's file with exactly these rows, one at least. Cells and rows that are there already keep their form.
 *
 * @param files that the grid was read from
 */
export function withRows(
  files: readonly TextFile[],
  grid: Grid,
  wanted: readonly (readonly string[])[],
): string {
  const text = files.find(({ path }) => path === grid.file)?.text ?? '';
  const edits = wanted.flatMap((cells, row) => cells.map((cell, column) => ({ row, column, text: cell })));
  const changed = withCells(text, grid, edits);
  if (wanted.length === 0 || wanted.length >= grid.rows.length) return changed;
  const moved = readGrids(
    files.map((one) => (one.path === grid.file ? { ...one, text: changed } : one)),
  ).find((one) => isSame(one, grid));
  const extra = grid.rows.map((_, i) => i).slice(wanted.length);
  return moved === undefined ? changed : applied(changed, removals(changed, moved, extra));
}

/** True for two readings of one grid. */
export const isSame = (a: Grid, b: Grid): boolean =>
  a.declared === b.declared && a.kind === b.kind && a.name === b.name;

function sourceOf({ form }: Grid, text: string, quote: GridCell['quote']): string {
  return form === 'csv' ? csvSource(text, quote) : yamlSource(text, quote);
}

/** Cells of a new row: any value for each input, another name, and the results of the last row. */
function blankRow({ columns, rows }: Grid, number: number): readonly string[] {
  const last = rows.at(-1);
  return columns.map(({ name, kind }, i) => {
    if (kind === 'input') return '-';
    return name === 'name' && kind === 'output' ? `row-${number + 1}` : (last?.cells[i]?.text ?? '');
  });
}

function insertion(text: string, grid: Grid, added: readonly (readonly string[])[]): readonly Change[] {
  if (added.length === 0) return [];
  const last = grid.rows.at(-1);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const quotes = (i: number) => last?.cells[i]?.quote ?? 'none';
  const written = added.map((cells) => cells.map((cell, i) => sourceOf(grid, cell, quotes(i))));
  if (grid.form === 'csv') {
    const at = last?.end ?? grid.end;
    return [{ start: at, end: at, inserted: written.map((cells) => lineEnd + cells.join(',')).join('') }];
  }
  const items = written.map((cells) => `[${cells.join(', ')}]`);
  if (last === undefined) return [{ start: grid.end, end: grid.end, inserted: items.join(', ') }];
  const before = beforeOnLine(text, last);
  const isItem = /^\s*(?:- +)+$/.test(before);
  if (!isItem && !/^\s*$/.test(before))
    return [{ start: last.end, end: last.end, inserted: items.map((item) => `, ${item}`).join('') }];
  const end = trimmedEnd(text, last);
  if (!isItem)
    return [{ start: end, end, inserted: items.map((item) => `,${lineEnd}${before}${item}`).join('') }];
  // Behind a comment on the line of the last row.
  const line = text.indexOf('\n', end);
  const at = line === -1 ? text.length : line - (text[line - 1] === '\r' ? 1 : 0);
  const prefix = before.replace(/(- +)(?:- +)+$/, '$1');
  return [{ start: at, end: at, inserted: items.map((item) => lineEnd + prefix + item).join('') }];
}

function removals(text: string, { form, rows }: Grid, numbers: readonly number[]): readonly Change[] {
  return numbers.flatMap((number): readonly Change[] => {
    const row = rows[number];
    if (row === undefined) return [];
    const before = beforeOnLine(text, row);
    if (form === 'csv' || /^\s*(?:- +)+$/.test(before)) {
      const line = text.indexOf('\n', trimmedEnd(text, row));
      const start = row.start - before.length;
      // The last line may have no end: then the one before it goes.
      if (line !== -1) return [{ start, end: line + 1, inserted: '' }];
      return [
        { start: Math.max(0, start - (text[start - 2] === '\r' ? 2 : 1)), end: text.length, inserted: '' },
      ];
    }
    const [earlier, next] = [rows[number - 1], rows[number + 1]];
    if (earlier !== undefined) return [{ start: earlier.end, end: row.end, inserted: '' }];
    return next === undefined ? [] : [{ start: row.start, end: next.start, inserted: '' }];
  });
}

const beforeOnLine = (text: string, { start }: Part): string =>
  text.slice(text.lastIndexOf('\n', start - 1) + 1, start);

/** A block of YAML ends where the next key begins. */
function trimmedEnd(text: string, { start, end }: Pick<GridRow, 'start' | 'end'>): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}

function applied(text: string, changes: readonly Change[]): string {
  let changed = text;
  for (const { start, end, inserted } of changes.toSorted((a, b) => b.start - a.start || b.end - a.end))
    changed = changed.slice(0, start) + inserted + changed.slice(end);
  return changed;
}
