import type { Grid } from '../../../authoring/tables/grid.ts';
import { explained } from '../../state/state.ts';

/** Numbers of the rows that the current request matched: those of a table that fired, and those of a relation that rules used. */
export function currentRows(grid: Grid): ReadonlySet<number> {
  const { why = [], firings = [] } = explained.value ?? {};
  if (grid.kind === 'table') {
    const fired = new Set(
      why
        .filter(({ rule, place }) => rule.includes(`::${grid.name}/`) && place.file === grid.file)
        .map(({ place }) => `${place.line}:${place.column}`),
    );
    return rowsOf(grid, ({ line, column }) => fired.has(`${line}:${column}`));
  }
  const used = firings.flatMap(({ bindings }) => {
    const values = grid.columns.map(({ name }) => bindings[`${grid.name}.${name}`]);
    return values.every((value) => value === undefined) ? [] : [values];
  });
  if (used.length === 0) return new Set();
  return rowsOf(grid, ({ cells }) =>
    used.some((values) => values.every((value, i) => value === undefined || value === cells[i]?.text)),
  );
}

function rowsOf({ rows }: Grid, isCurrent: (row: Grid['rows'][number]) => boolean): ReadonlySet<number> {
  return new Set(rows.flatMap((row, i) => (isCurrent(row) ? [i] : [])));
}
