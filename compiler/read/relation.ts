import type { RelationColumnSyntax, RelationRowSyntax, RelationSyntax } from '../knowledge-syntax.ts';
import type { Located, ScalarValue } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readCsv } from './csv.ts';
import { findDataFile } from './data-file.ts';
import {
  optional,
  readFilledList,
  readFlag,
  readList,
  readMap,
  readScalar,
  readText,
  required,
  type Shape,
} from './fields.ts';
import { readDeclaredName } from './names.ts';
import type { YamlList, YamlMap, YamlNode } from './yaml-node.ts';

export const RELATION: Shape = {
  owner: 'a relation',
  keys: ['name', 'description', 'columns', 'rows', 'file'],
};
export const COLUMN: Shape = { owner: 'a column', keys: ['name', 'type', 'sensitive'] };
/** Columns of one relation. */
export const MOST_COLUMNS = 100;

type Columns = readonly RelationColumnSyntax[];

/** An element of `relations:`: the columns with their types, and the rows, here or in a CSV file. */
export function readRelation(node: YamlNode, context: ReadContext): RelationSyntax | null {
  const map = readMap(node, RELATION, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', RELATION, context), context);
  const columns = readColumns(map, context);
  const fromFile = map.entries.has('file');
  const rows = fromFile ? fileRows(map, columns, context) : writtenRows(map, columns, context);
  return name && { name, columns, rows, fromFile, at: map.at };
}

function readColumns(map: YamlMap, context: ReadContext): Columns {
  const columns = readFilledList(required(map, 'columns', RELATION, context), context, readColumn);
  const extra = columns[MOST_COLUMNS];
  if (extra === undefined) return columns;
  context.report.add('too-many-values', extra.at, { limit: MOST_COLUMNS, what: 'columns of one relation' });
  return columns.slice(0, MOST_COLUMNS);
}

function readColumn(node: YamlNode, context: ReadContext): RelationColumnSyntax | null {
  const map = readMap(node, COLUMN, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', COLUMN, context), context);
  const type = readText(required(map, 'type', COLUMN, context), context);
  const sensitive = readFlag(optional(map, 'sensitive'), context);
  return name && type && { name, type, sensitive, at: map.at };
}

function writtenRows(map: YamlMap, columns: Columns, context: ReadContext): readonly RelationRowSyntax[] {
  return readList(required(map, 'rows', RELATION, context), context, (row) => {
    if (row.kind === 'list') return readRow(row, row.items, columns, context);
    readList(row, context, () => null);
    return null;
  });
}

/** Rows of a file; its first record names the columns, in whatever order. */
function fileRows(map: YamlMap, columns: Columns, context: ReadContext): readonly RelationRowSyntax[] {
  const written = map.entries.get('rows');
  if (written) context.report.add('conflicting-keys', written.key.at, { first: 'file', second: 'rows' });
  const source = findDataFile(optional(map, 'file'), context);
  if (source === null) return [];
  const own = { ...context, source };
  const [header, ...rows] = readCsv(source, context);
  if (header === undefined) {
    const at = map.entries.get('file')?.value.at ?? map.at;
    context.report.add('empty-file', at, { name: source.path });
    return [];
  }
  const names = header.items.flatMap((cell) => (cell.kind === 'scalar' ? [cell.scalar.text] : []));
  const places = columns.map(({ name }) => names.indexOf(name.value));
  if (names.length !== columns.length || new Set(places).size !== places.length || places.includes(-1)) {
    context.report.add('relation-header', header.at, {
      columns: columns.map(({ name }) => name.value).join(', '),
    });
    return [];
  }
  return rows.flatMap((row) => {
    // A record of another length is refused as it stands, before its cells are put in the order of the columns.
    const inOrder = row.items.length === columns.length ? places.map((i) => row.items[i]) : row.items;
    return readRow(row, inOrder, columns, own) ?? [];
  });
}

function readRow(
  row: YamlList,
  items: readonly (YamlNode | undefined)[],
  columns: Columns,
  context: ReadContext,
): RelationRowSyntax | null {
  const { report, tally, limits } = context;
  if (++tally.rows > limits.relationRows) {
    if (tally.rows === limits.relationRows + 1)
      report.add('too-many-values', row.at, { limit: limits.relationRows, what: 'rows of relations' });
    return null;
  }
  if (items.length !== columns.length) {
    report.add('row-length', row.at, { expected: columns.length, found: items.length });
    return null;
  }
  const cells: Located<ScalarValue>[] = [];
  for (const item of items) {
    const cell = readScalar(item ?? null, context);
    if (cell !== null) cells.push({ value: cell.scalar, at: cell.at });
  }
  return cells.length === columns.length ? { cells } : null;
}
