import type { Grid } from '../../../authoring/tables/grid.ts';

export interface Sorting {
  readonly column: number;
  readonly isDown: boolean;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Numbers of the rows in the order in which they are shown. */
export function sortedRows({ rows }: Grid, sorting: Sorting | null): readonly number[] {
  const order = rows.map((_, i) => i);
  if (sorting === null) return order;
  const textOf = (row: number): string => rows[row]?.cells[sorting.column]?.text ?? '';
  return order.sort((a, b) => COLLATOR.compare(textOf(a), textOf(b)) * (sorting.isDown ? -1 : 1) || a - b);
}
