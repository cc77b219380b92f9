import { computed, signal } from '@preact/signals';
import { writeCsv } from '../../../authoring/tables/delimited.ts';
import { isSame, withCells, withoutRow, withRow, withRows } from '../../../authoring/tables/edit-grid.ts';
import type { Grid } from '../../../authoring/tables/grid.ts';
import { readGrids } from '../../../authoring/tables/read-grids.ts';
import { writeAddress } from '../../state/address.ts';
import { alertText, current, editFile, showPlace } from '../../state/state.ts';
import { download } from '../../ui/download.ts';
import { currentRows } from './current-rows.ts';
import { Findings } from './findings.tsx';
import { GridView, type Selected } from './grid-view.tsx';
import { importedRows } from './import-rows.ts';

const grids = computed(() => readGrids(current.value.files));
const chosen = signal<Pick<Grid, 'declared' | 'kind' | 'name'> | null>(null);
const selected = signal<Selected>({ row: 0, column: 0 });

const textOf = ({ file }: Grid): string => current.value.files.find(({ path }) => path === file)?.text ?? '';

/** Screen 3: decision tables and relations as grids. Edits change the text of their files. */
export function TablesScreen() {
  const all = grids.value;
  const grid = all.find((one) => chosen.value !== null && isSame(one, chosen.value as Grid)) ?? all[0];
  if (grid === undefined)
    return (
      <div class="page">
        <p class="empty">
          This ruleset has no decision table and no relation. Write one under <code>tables:</code> or{' '}
          <code>relations:</code> in <a href={writeAddress('rules')}>the rules</a>, and it appears here as a
          grid.
        </p>
      </div>
    );
  const choose = (one: Grid): void => {
    chosen.value = one;
    selected.value = { row: 0, column: 0 };
  };
  return (
    <div class="page tables">
      <Bar all={all} grid={grid} choose={choose} />
      <div class="table-columns">
        <GridView
          key={`${grid.declared} ${grid.kind} ${grid.name}`}
          grid={grid}
          current={currentRows(grid)}
          selected={selected.value}
          onSelect={(cell) => (selected.value = cell)}
          onEdit={(edits) => editFile(grid.file, withCells(textOf(grid), grid, edits))}
        />
        <Findings grid={grid} onSelect={(row) => (selected.value = { row, column: 0 })} />
      </div>
    </div>
  );
}

interface BarProps {
  readonly all: readonly Grid[];
  readonly grid: Grid;
  readonly choose: (grid: Grid) => void;
}

function Bar({ all, grid, choose }: BarProps) {
  const line =
    (textOf(grid)
      .slice(0, grid.rows[0]?.start ?? 0)
      .match(/\n/g)?.length ?? 0) + 1;
  return (
    <div class="bar">
      <label class="field table-choice">
        <span>Table</span>
        <select
          aria-label="Table"
          value={all.indexOf(grid)}
          onChange={(event) => {
            const one = all[Number(event.currentTarget.value)];
            if (one !== undefined) choose(one);
          }}
        >
          {all.map((one, i) => (
            <option key={i} value={i}>
              {all.some((other) => other !== one && other.name === one.name)
                ? `${one.name} (${one.declared})`
                : one.name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        onClick={() => {
          editFile(grid.file, withRow(textOf(grid), grid));
          selected.value = { row: grid.rows.length, column: 0, focus: {} };
        }}
      >
        Add row
      </button>
      <button
        type="button"
        disabled={grid.rows.length < 2}
        onClick={() => {
          editFile(grid.file, withoutRow(textOf(grid), grid, selected.value.row));
          const row = Math.min(selected.value.row, grid.rows.length - 2);
          selected.value = { ...selected.value, row };
        }}
      >
        Delete row
      </button>
      <button type="button" onClick={() => openCsv(grid)}>
        Import CSV
      </button>
      <button type="button" onClick={() => saveCsv(grid)}>
        Export CSV
      </button>
      <a
        class="place"
        href={writeAddress('rules')}
        onClick={() => showPlace(grid.file, line)}
      >{`${grid.file}:${line}`}</a>
    </div>
  );
}

function openCsv(grid: Grid): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.csv,text/csv';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    void file.text().then((text) => {
      const read = importedRows(grid, text);
      if ('problem' in read) alertText.value = `${file.name} was not imported: ${read.problem}`;
      else editFile(grid.file, withRows(current.value.files, grid, read.rows));
    });
  });
  input.click();
}

function saveCsv(grid: Grid): void {
  const records = [
    grid.columns.map(({ name }) => name),
    ...grid.rows.map(({ cells }) => cells.map(({ text }) => text)),
  ];
  download(`${grid.name}.csv`, writeCsv(records));
}
