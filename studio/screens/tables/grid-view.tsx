import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readDelimited } from '../../../authoring/tables/delimited.ts';
import type { CellEdit } from '../../../authoring/tables/edit-grid.ts';
import type { Grid } from '../../../authoring/tables/grid.ts';
import { alertText } from '../../state/state.ts';
import { Cell } from './cell.tsx';
import { findingsOf, rowOf } from './findings.tsx';
import { movedBy } from './keys.ts';
import { sortedRows, type Sorting } from './sorting.ts';

/** A cell, by the number of its row in the file. With a new `focus` it takes the focus. */
export interface Selected {
  readonly row: number;
  readonly column: number;
  readonly focus?: object;
}

interface GridViewProps {
  readonly grid: Grid;
  readonly current: ReadonlySet<number>;
  readonly selected: Selected;
  readonly onSelect: (cell: Selected) => void;
  readonly onEdit: (edits: readonly CellEdit[]) => void;
}

/** Rows on one page: a relation may have a hundred thousand. */
const MOST_SHOWN = 200;

/** A grid for the keyboard: arrows move, Enter or typing edits, Escape cancels. Sorting changes what is shown, not the file. */
export function GridView({ grid, current, selected, onSelect, onEdit }: GridViewProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  /** The text of the cell that is being edited. */
  const [draft, setDraft] = useState<string | null>(null);
  const body = useRef<HTMLTableElement>(null);
  const order = sortedRows(grid, sorting);
  const at = Math.max(0, order.indexOf(selected.row));
  const page = Math.floor(at / MOST_SHOWN);
  const shown = order.slice(page * MOST_SHOWN, (page + 1) * MOST_SHOWN);
  const marked = new Map(findingsOf(grid).map((one) => [rowOf(grid, one), one.severity]));
  const column = Math.min(selected.column, grid.columns.length - 1);

  useLayoutEffect(() => {
    if (selected.focus !== undefined && draft === null)
      body.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  }, [selected.focus, draft]);

  const go = (to: number, toColumn: number): void => {
    const row = order[Math.min(order.length - 1, Math.max(0, to))] ?? 0;
    onSelect({ row, column: Math.min(grid.columns.length - 1, Math.max(0, toColumn)), focus: {} });
  };
  const cell = grid.rows[order[at] ?? 0]?.cells[column];
  const begin = (text: string): void => {
    if (cell?.canEdit === true) setDraft(text);
    else alertText.value = 'This cell is written elsewhere or over several lines: edit it in the rules.';
  };
  const commit = (text: string, by: readonly [number, number]): void => {
    setDraft(null);
    onEdit([{ row: order[at] ?? 0, column, text }]);
    if (by[0] !== 0 || by[1] !== 0) go(at + by[0], column + by[1]);
    else onSelect({ row: order[at] ?? 0, column });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (draft !== null || !(event.target as HTMLElement).matches('[role="gridcell"]')) return;
    const to = movedBy(event, { row: at, column, rows: order.length, columns: grid.columns.length });
    if (to !== null) go(to.row, to.column);
    else if (event.key === 'Enter' || event.key === 'F2') begin(cell?.text ?? '');
    else if (event.key === 'Backspace' || event.key === 'Delete') begin('');
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) begin(event.key);
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (draft !== null) return;
    event.preventDefault();
    const records = readDelimited(event.clipboardData?.getData('text/plain') ?? '', '\t');
    if (records === null) {
      alertText.value = 'This was not pasted: a cell in quotes has no end.';
      return;
    }
    const width = Math.max(0, ...records.map((cells) => cells.length));
    if (column + width > grid.columns.length) {
      alertText.value = `${width} columns do not fit here: the table has ${grid.columns.length - column} from this cell on.`;
      return;
    }
    onEdit(
      records.flatMap((cells, i) =>
        cells.map((text, j) => ({
          row: order[at + i] ?? grid.rows.length + (at + i - order.length),
          column: column + j,
          text,
        })),
      ),
    );
  };
  return (
    <div class="grid-box">
      <div class="scroll">
        <table
          role="grid"
          aria-label={grid.name}
          aria-rowcount={grid.rows.length + 1}
          class="grid"
          ref={body}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onCopy={(event) => {
            if (draft !== null || cell === undefined) return;
            event.preventDefault();
            event.clipboardData?.setData('text/plain', cell.text);
          }}
        >
          <thead>
            <tr>
              {grid.columns.map(({ name, kind }, i) => (
                <th
                  key={i}
                  role="columnheader"
                  class={kind}
                  aria-sort={sorting?.column !== i ? 'none' : sorting.isDown ? 'descending' : 'ascending'}
                >
                  <button type="button" class="link" onClick={() => setSorting(nextSorting(sorting, i))}>
                    {name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr
                key={row}
                aria-rowindex={page * MOST_SHOWN + i + 2}
                class={marked.has(row) ? `mark-${marked.get(row)}` : ''}
                {...(current.has(row) ? { 'aria-current': 'true' as const } : {})}
              >
                {grid.rows[row]?.cells.map((one, j) => (
                  <Cell
                    key={j}
                    label={grid.columns[j]?.name ?? ''}
                    kind={grid.columns[j]?.kind ?? 'value'}
                    text={one.text}
                    isActive={row === order[at] && j === column}
                    draft={row === order[at] && j === column ? draft : null}
                    onSelect={() => onSelect({ row, column: j })}
                    onEdit={() => begin(one.text)}
                    onDraft={setDraft}
                    onCommit={commit}
                    onCancel={() => {
                      setDraft(null);
                      go(at, column);
                    }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="grid-foot">
        {order.length > MOST_SHOWN && (
          <>
            <button type="button" disabled={page === 0} onClick={() => go((page - 1) * MOST_SHOWN, column)}>
              Previous rows
            </button>
            <button
              type="button"
              disabled={(page + 1) * MOST_SHOWN >= order.length}
              onClick={() => go((page + 1) * MOST_SHOWN, column)}
            >
              Next rows
            </button>
          </>
        )}
        <span>
          {order.length > MOST_SHOWN
            ? `Rows ${page * MOST_SHOWN + 1} to ${page * MOST_SHOWN + shown.length} of ${order.length}. `
            : `${order.length} ${order.length === 1 ? 'row' : 'rows'}. `}
          {sorting === null
            ? 'Enter edits a cell, Escape cancels. Paste cells from a spreadsheet.'
            : 'Sorted here only: the file keeps its order.'}
        </span>
      </p>
    </div>
  );
}

function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, isDown: false };
  return sorting.isDown ? null : { column, isDown: true };
}
