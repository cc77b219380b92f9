import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { resolvePath } from '../../compiler/read/data-file.ts';
import { isOutputColumn } from '../../compiler/read/table-output.ts';
import type { YamlMap, YamlNode } from '../../compiler/read/yaml-node.ts';
import { csvCell, recordsOf } from './csv-cell.ts';
import type { Grid, GridCell, GridColumn, GridRow, Part, TextFile } from './grid.ts';
import { treesOf, yamlCell } from './yaml-cell.ts';

/** Sections of a ruleset with rows of cells. */
const SECTIONS = [
  ['tables', 'table'],
  ['relations', 'relation'],
] as const;

/**
 * The decision tables and relations of a ruleset, in the order of its files. Reads what can be read: a ruleset with errors
 * has grids, too.
 */
export function readGrids(files: readonly TextFile[]): readonly Grid[] {
  const grids: Grid[] = [];
  for (const file of files.filter(({ path }) => /(?<!\.test)\.ya?ml$/i.test(path)))
    for (const tree of treesOf(file.path, file.text))
      for (const [key, kind] of tree.kind === 'map' ? SECTIONS : [])
        for (const one of namedIn(tree.kind === 'map' ? tree.entries.get(key)?.value : undefined)) {
          const grid = gridOf(one, kind, file, files);
          if (grid !== null) grids.push(grid);
        }
  return grids;
}

interface Named {
  readonly name: string;
  readonly body: YamlMap;
  readonly at: Part;
}

function namedIn(node: YamlNode | undefined): readonly Named[] {
  if (node?.kind === 'map')
    return [...node.entries.values()].flatMap(({ key, value }) =>
      value.kind === 'map'
        ? [{ name: key.value, body: value, at: { start: key.at.start, end: value.at.end } }]
        : [],
    );
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((body) => {
    const name = body.kind === 'map' ? body.entries.get('name')?.value : undefined;
    return body.kind === 'map' && name?.kind === 'scalar'
      ? [{ name: name.scalar.text, body, at: body.at }]
      : [];
  });
}

function gridOf(
  { name, body, at }: Named,
  kind: Grid['kind'],
  file: TextFile,
  files: readonly TextFile[],
): Grid | null {
  const about = { name, kind, at, declared: file.path };
  const named = body.entries.get('file')?.value;
  if (named?.kind === 'scalar') {
    const path = resolvePath(file.path, named.scalar.text);
    const rows = files.find((one) => one.path === path);
    return rows === undefined ? null : { ...about, ...fileRows(rows, kind) };
  }
  const columns = columnsOf(body, kind, file.text);
  const rows = body.entries.get('rows')?.value;
  if (columns === null || rows?.kind !== 'list') return null;
  return {
    ...about,
    file: file.path,
    form: 'yaml',
    columns,
    rows: placed(
      file,
      rows.items.flatMap((row) =>
        row.kind === 'list'
          ? [{ at: row.at, cells: row.items.map((cell) => within(yamlCell(cell, file.text), row.at)) }]
          : [],
      ),
      columns,
    ),
    end: rows.at.end - 1,
  };
}

/** The value of a YAML alias is written elsewhere. */
const within = (cell: GridCell, row: Part): GridCell =>
  cell.start >= row.start && cell.end <= row.end ? cell : { ...cell, canEdit: false };

function columnsOf(body: YamlMap, kind: Grid['kind'], text: string): readonly GridColumn[] | null {
  const value = (key: string) => body.entries.get(key)?.value;
  const textsOf = (key: string): readonly string[] => {
    const node = value(key);
    return node?.kind === 'list'
      ? node.items.map((item) =>
          item.kind === 'scalar' ? item.scalar.text : text.slice(item.at.start, item.at.end),
        )
      : [];
  };
  if (kind === 'table') {
    const columns: readonly GridColumn[] = [
      ...textsOf('inputs').map((name) => ({ name, kind: 'input' as const })),
      ...textsOf('outputs').map((name) => ({ name, kind: 'output' as const })),
    ];
    return columns.length === 0 ? null : columns;
  }
  const columns = value('columns');
  if (columns?.kind === 'map') return [...columns.entries.keys()].map((name) => ({ name, kind: 'value' }));
  if (columns?.kind !== 'list') return null;
  return columns.items.flatMap((item): readonly GridColumn[] => {
    const name = item.kind === 'map' ? item.entries.get('name')?.value : undefined;
    return name?.kind === 'scalar' ? [{ name: name.scalar.text, kind: 'value' }] : [];
  });
}

function fileRows(
  source: TextFile,
  kind: Grid['kind'],
): Pick<Grid, 'file' | 'form' | 'columns' | 'rows' | 'end'> {
  const [header, ...records] = recordsOf(source);
  const columns = (header?.cells ?? []).map(({ text }): GridColumn => ({
    name: text,
    kind: kind === 'relation' ? 'value' : isOutputColumn(text) ? 'output' : 'input',
  }));
  return {
    file: source.path,
    form: 'csv',
    columns,
    rows: placed(
      source,
      records.map(({ cells, start, end }) => ({
        at: { start, end },
        cells: cells.map((cell) => csvCell(cell, kind === 'relation')),
      })),
      columns,
    ),
    end: header?.end ?? 0,
  };
}

/** Rows with their positions and as many cells as columns. */
function placed(
  file: TextFile,
  rows: readonly { readonly at: Part; readonly cells: readonly GridCell[] }[],
  columns: readonly GridColumn[],
): readonly GridRow[] {
  const positions = createPositions([file]);
  return rows.map(({ at: { start, end }, cells }) => ({
    start,
    end,
    cells: columns.map(
      (_, i) => cells[i] ?? { start: end, end, text: '', quote: 'none' as const, canEdit: false },
    ),
    ...positions.of({ file: file.path, start, end }),
  }));
}
