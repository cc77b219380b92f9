import { readDelimited } from '../../../authoring/tables/delimited.ts';
import type { Grid } from '../../../authoring/tables/grid.ts';

type Imported = { readonly rows: readonly (readonly string[])[] } | { readonly problem: string };

/** The rows of a CSV text for a grid. Its header names the columns of the grid, in whatever order. */
export function importedRows({ columns }: Grid, text: string): Imported {
  const records = readDelimited(text, ',');
  if (records === null) return { problem: 'a cell in quotes has no end' };
  const [header, ...rows] = records;
  const names = columns.map(({ name }) => name);
  if (header === undefined || rows.length === 0) return { problem: 'it has no rows below a header' };
  const places = names.map((name) => header.indexOf(name));
  const missing = names.find((_, i) => places[i] === -1);
  if (missing !== undefined) return { problem: `its header has no column ${missing}` };
  const extra = header.find((name) => !names.includes(name));
  if (extra !== undefined || header.length !== names.length)
    return { problem: `the table has no column ${extra ?? header.at(-1)}` };
  const wrong = rows.findIndex((row) => row.length !== header.length);
  if (wrong !== -1)
    return { problem: `row ${wrong + 1} has ${rows[wrong]?.length} cells instead of ${header.length}` };
  return { rows: rows.map((row) => places.map((place) => row[place] ?? '')) };
}
