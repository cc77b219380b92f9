import type { Report } from '../../diagnostics/report.ts';
import type { TableRowSyntax, TableSyntax } from '../../tables-syntax.ts';
import { analyseRows, type RowCells } from './analyse-rows.ts';
import type { InputColumn } from './check-cell.ts';
import type { HitPolicy } from './check-table.ts';

interface Rows {
  readonly table: TableSyntax;
  readonly rows: readonly TableRowSyntax[];
  readonly cells: readonly RowCells[];
  readonly inputs: readonly InputColumn[];
  readonly hit: HitPolicy;
}

/** Reports rows that meet though they may not, and values that no row is for. */
export function reportRows({ table, rows, cells, inputs, hit }: Rows, report: Report): void {
  if (rows.length === 0) return;
  const mayMeet = hit === 'first' || hit === 'collect';
  const agree = (first: number, second: number): boolean => rows[first]?.key === rows[second]?.key;
  const allowed = hit === 'any' ? agree : (): boolean => mayMeet;
  const { overlaps, gap, givenUp } = analyseRows(
    inputs.map(({ domain }) => domain),
    cells,
    allowed,
  );
  const example = (values: readonly string[]): string =>
    values.map((value, i) => `${inputs[i]?.text ?? ''} = ${value === '' ? '""' : value}`).join(', ');
  for (const { first, second, values, decided } of overlaps) {
    const [one, other] = [rows[first], rows[second]];
    if (one === undefined || other === undefined) continue;
    const names = { first: one.name.value, second: other.name.value };
    const hint =
      hit === 'any' ? 'their outputs differ' : 'use `hit: first` if the first of them is meant to win';
    if (decided) report.add('table-overlap', other.at, { ...names, example: example(values), hint });
    else report.add('table-undecided', other.at, names);
  }
  if (givenUp && !mayMeet && overlaps.length === 0) {
    const names = { first: rows[0]?.name.value ?? '', second: rows.at(-1)?.name.value ?? '' };
    report.add('table-undecided', table.at, names);
  }
  if (gap !== null && table.default === null) {
    report.add('table-gap', table.name.at, { name: table.name.value, example: example(gap) });
  }
}
