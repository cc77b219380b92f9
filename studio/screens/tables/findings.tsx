import type { Grid } from '../../../authoring/tables/grid.ts';
import type { Problem } from '../../protocol/messages.ts';
import { decided } from '../../state/state.ts';

const CODES: ReadonlySet<string> = new Set(['table-gap', 'table-overlap', 'table-undecided', 'never-holds']);

/** What the analysis of rows finds about a grid: values without a row, and rows that meet. */
export function findingsOf(grid: Grid): readonly Problem[] {
  return (decided.value?.problems ?? []).filter(
    ({ code, file, start }) =>
      CODES.has(code) &&
      ((file === grid.declared && start >= grid.at.start && start < grid.at.end) ||
        (file === grid.file && grid.rows.some((row) => start >= row.start && start < row.end))),
  );
}

/** The number of the row that a finding is about; -1 for one about the table. */
export const rowOf = (grid: Grid, { file, start }: Problem): number =>
  file === grid.file ? grid.rows.findIndex((row) => start >= row.start && start < row.end) : -1;

interface FindingsProps {
  readonly grid: Grid;
  readonly onSelect: (row: number) => void;
}

/** The findings, each with an example of the values. */
export function Findings({ grid, onSelect }: FindingsProps) {
  const found = findingsOf(grid);
  return (
    <section class="findings problems">
      <h2>Gaps and overlaps</h2>
      {found.length === 0 && (
        <p class="empty">
          {grid.kind === 'relation'
            ? 'A relation has neither: its rows are facts.'
            : decided.value === null
              ? 'Looking…'
              : 'None: every combination of values has its row or the default.'}
        </p>
      )}
      <ul aria-label="Gaps and overlaps">
        {found.map((one, i) => {
          const row = rowOf(grid, one);
          return (
            <li key={i} class={one.severity}>
              {row === -1 ? (
                <b>{one.code === 'table-gap' ? 'Gap' : one.code}</b>
              ) : (
                <button type="button" class="link" onClick={() => onSelect(row)}>
                  {`Row ${row + 1}`}
                </button>
              )}
              <p>{one.message}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
