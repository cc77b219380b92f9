import { contains, type Domain } from '../scope/domain.ts';
import type { CheckedCell } from './check-cell.ts';
import { samplesOf } from './column-samples.ts';

/** Two rows that match the same values; `decided`: whether that is known. */
interface Overlap {
  readonly first: number;
  readonly second: number;
  readonly values: readonly string[];
  readonly decided: boolean;
}

interface RowAnalysis {
  /** At most one of each pair of rows, up to a limit. */
  readonly overlaps: readonly Overlap[];
  /** Values that no row matches; null: there are none, or it is not known. */
  readonly gap: readonly string[] | null;
  /** It was given up: there is more to look at than the limit. */
  readonly givenUp: boolean;
}

const MOST_OVERLAPS = 10;
/** Cells looked at, and rows kept. */
const MOST_STEPS = 4_000_000;

/** Cells by column of each row; null: anything passes. */
export type RowCells = readonly (CheckedCell | null)[];

/**
 * Follows the values that the cells distinguish, column by column, with the remaining rows: where none is left, there is
 * a gap, and where several are behind the last column, they overlap. A cell that is not exact may pass.
 *
 * @param allowed true if two rows may both match: an equivalence, so that the first row represents all
 */
export function analyseRows(
  inputs: readonly Domain[],
  rows: readonly RowCells[],
  allowed: (first: number, second: number) => boolean,
): RowAnalysis {
  const overlaps: Overlap[] = [];
  const seenPairs = new Set<string>();
  const visited = new Set<string>();
  const isExact = rows.map((cells) => cells.every((cell) => cell === null || cell.exact));
  let gap: readonly string[] | null = null;
  let steps = 0;

  const sampled = new Map<string, readonly string[]>();
  const numbers = new Map<CheckedCell, number>();

  /** Rows below each value of a column have largely the same cells in the next column. */
  function samplesOfCells(column: number, input: Domain, cells: readonly CheckedCell[]): readonly string[] {
    let key = `${column}`;
    for (const cell of cells) {
      const number = numbers.get(cell) ?? numbers.size;
      numbers.set(cell, number);
      key += ` ${number}`;
    }
    const known = sampled.get(key);
    if (known !== undefined) return known;
    const samples = samplesOf(
      input,
      cells.map(({ domain }) => domain),
    );
    sampled.set(key, samples);
    return samples;
  }

  function overlap(left: readonly number[], values: readonly string[]): void {
    const [first, ...others] = left;
    if (first === undefined) return;
    steps += others.length;
    const second = others.find((other) => !allowed(first, other));
    if (second === undefined) return;
    const key = `${first} ${second}`;
    if (seenPairs.has(key)) return;
    seenPairs.add(key);
    const decided = isExact[first] === true && isExact[second] === true;
    overlaps.push({ first, second, values, decided });
  }

  function walk(column: number, left: readonly number[], values: readonly string[]): void {
    if (steps > MOST_STEPS || overlaps.length >= MOST_OVERLAPS) return;
    if (left.length === 0) {
      // Whatever the columns hold that are left.
      gap ??= [...values, ...inputs.slice(column).map((input) => samplesOf(input, [])[0] ?? '')];
      return;
    }
    const input = inputs[column];
    if (input === undefined) return overlap(left, values);
    if (left.length === 1 && gap !== null) return;
    for (const [form, rest] of groups(input, left, column)) {
      const key = `${column} ${rest.join(' ')}`;
      if (visited.has(key)) continue;
      visited.add(key);
      walk(column + 1, rest, [...values, form]);
    }
  }

  /** The remaining rows for each value that their cells distinguish, value by value: there may be thousands of both. */
  function* groups(
    input: Domain,
    left: readonly number[],
    column: number,
  ): Generator<readonly [string, readonly number[]]> {
    const named = new Map<string, Set<CheckedCell>>();
    const wide = new Set<CheckedCell | null>();
    const rowsOf = new Map<CheckedCell | null, number[]>();
    let wideRows = 0;
    for (const row of left) {
      const cell = rows[row]?.[column] ?? null;
      const known = rowsOf.get(cell);
      if (known === undefined) rowsOf.set(cell, [row]);
      else known.push(row);
      if (!isNamed(cell, input)) wideRows++;
    }
    steps += left.length;
    for (const cell of rowsOf.keys()) {
      if (!isNamed(cell, input)) wide.add(cell);
      else for (const form of cell.domain.values) named.set(form, (named.get(form) ?? new Set()).add(cell));
    }
    const cells = [...rowsOf.keys()].flatMap((cell) => cell ?? []);
    for (const form of samplesOfCells(column, input, cells)) {
      steps += wideRows + 1;
      if (steps > MOST_STEPS) return;
      const asked = [...(named.get(form) ?? []), ...wide];
      const passing = asked.filter((cell) => !cell?.exact || contains(cell.domain, form));
      const rest = inOrder(passing.map((cell) => rowsOf.get(cell) ?? []));
      steps += rest.length;
      yield [form, rest];
    }
  }

  walk(0, [...rows.keys()], []);
  return { overlaps, gap, givenUp: steps > MOST_STEPS };
}

type NamedCell = CheckedCell & { readonly domain: { readonly values: readonly string[] } };

/** True if a cell accepts exactly some values that it names. Those of the input are not its own. */
function isNamed(cell: CheckedCell | null, input: Domain): cell is NamedCell {
  return cell?.exact === true && cell.domain.values !== null && cell.domain.values !== input.values;
}

/** Rows of several cells as one list. */
function inOrder(lists: readonly (readonly number[])[]): readonly number[] {
  const [only, second] = lists;
  return only !== undefined && second === undefined ? only : lists.flat().sort((a, b) => a - b);
}
