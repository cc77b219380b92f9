import type { Span } from '../diagnostics/position.ts';
import type {
  RelationCellSyntax,
  RelationColumnSyntax,
  RelationRowSyntax,
  RelationSyntax,
} from '../tables-syntax.ts';
import { spanIn, type ReadContext } from './context.ts';
import { readRecords, UNSEEN_INSIDE, type Cell } from './csv.ts';
import { findDataFile } from './find-data-file.ts';
import {
  optional,
  readCells,
  readDescription,
  readFilledList,
  readFlag,
  readList,
  readMap,
  readScalar,
  readText,
  required,
  type Shape,
} from './fields.ts';
import { readNamed, withName } from './named-entries.ts';
import { checkDeclared, readDeclaredName } from './names.ts';
import { readType, splitMark } from './short/slots.ts';
import { checkStraySigns } from './stray-signs.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

export const RELATION: Shape = {
  owner: 'a relation',
  keys: ['name', 'description', 'columns', 'rows', 'file'],
};
export const COLUMN: Shape = { owner: 'a column', keys: ['name', 'type', 'sensitive'] };
/** Columns of one relation. */
const MOST_COLUMNS = 100;

type Columns = readonly RelationColumnSyntax[];

/** `relations:`, a list, or a map of names to the other keys of a relation. */
export function readRelations(node: YamlNode, context: ReadContext): readonly RelationSyntax[] {
  return readNamed(node, RELATION.owner, context, readRelation);
}

/** An element of `relations:`: the columns with their types, and the rows, here or in a CSV file. */
function readRelation(node: YamlNode, context: ReadContext): RelationSyntax | null {
  const map = readMap(node, RELATION, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', RELATION, context), context);
  readDescription(map, context);
  const columns = readColumns(map, context);
  const hasFile = map.entries.has('file');
  const { rows, file } = hasFile ? fileRows(map, columns, context) : writtenRows(map, columns, context);
  return name && { name, columns, rows, file, at: map.at };
}

function readColumns(map: YamlMap, context: ReadContext): Columns {
  const written = required(map, 'columns', RELATION, context);
  const columns =
    written?.kind === 'map' ? readColumnMap(written, context) : readFilledList(written, context, readColumn);
  const extra = columns[MOST_COLUMNS];
  if (extra === undefined) return columns;
  context.report.add('too-many-values', extra.at, { limit: MOST_COLUMNS, what: 'columns of one relation' });
  return columns.slice(0, MOST_COLUMNS);
}

/** Names with types: every row has a value for each column, so a name takes no `!` and a type no default. */
function readColumnMap(map: YamlMap, context: ReadContext): Columns {
  if (map.entries.size === 0) context.report.add('empty-list', map.at);
  return [...map.entries.values()].flatMap(({ key, value }): Columns => {
    const { name: written, isRequired } = splitMark(key);
    const refuse = (problem: string): Columns => {
      context.report.add('short-type', key.at, { problem });
      return [];
    };
    if (isRequired) return refuse(`a column needs no \`!\`: every row has a value for \`${written.value}\``);
    if (value.kind === 'map') {
      const column = readColumn(withName(value, key, COLUMN.owner, context), context);
      return column === null ? [] : [column];
    }
    const name = checkDeclared(written, context);
    const type = readType(value, key.value, context);
    if (name === null || type === null) return [];
    if (type.list || type.default !== null || type.allowed !== null)
      return refuse('a column has a type alone, and holds one value');
    return [{ name, type: type.type, sensitive: type.sensitive, at: { ...key.at, end: value.at.end } }];
  });
}

function readColumn(node: YamlNode, context: ReadContext): RelationColumnSyntax | null {
  const map = readMap(node, COLUMN, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', COLUMN, context), context);
  const type = readText(required(map, 'type', COLUMN, context), context);
  const sensitive = readFlag(optional(map, 'sensitive'), context);
  return name && type && { name, type, sensitive, at: map.at };
}

type Rows = Pick<RelationSyntax, 'rows' | 'file'>;

function writtenRows(map: YamlMap, columns: Columns, context: ReadContext): Rows {
  // Rows would have cells for columns that could not be read.
  if (optional(map, 'columns')?.kind === 'broken') return { rows: [], file: context.source.path };
  const rows = readList(required(map, 'rows', RELATION, context), context, (row) => {
    const cells = readCells(row, context);
    const isWhole = cells !== null && isRow(cells.length, row.at, columns, context);
    return isWhole ? cells.map(cellOf(context)) : null;
  });
  return { rows: rows.flatMap(wholeRow), file: context.source.path };
}

const cellOf =
  (context: ReadContext) =>
  (node: YamlNode): RelationCellSyntax | null => {
    const scalar = readScalar(node, context);
    if (scalar !== null) checkStraySigns(scalar, context);
    return scalar && { value: scalar.scalar, start: scalar.at.start, end: scalar.at.end };
  };

/** A row of which no cell was refused. */
function wholeRow(cells: readonly (RelationCellSyntax | null)[]): readonly RelationRowSyntax[] {
  const whole = cells.filter((cell) => cell !== null);
  return whole.length === cells.length ? [whole] : [];
}

/** Rows of a file; its first record names the columns, in whatever order. */
function fileRows(map: YamlMap, columns: Columns, context: ReadContext): Rows {
  const written = map.entries.get('rows');
  if (written) context.report.add('conflicting-keys', written.key.at, { first: 'file', second: 'rows' });
  const source = findDataFile(optional(map, 'file'), context);
  if (source === null) return { rows: [], file: context.source.path };
  const own = { ...context, source };
  const [header, ...records] = readRecords(own);
  if (header === undefined || own.source.text.slice(header.end).trim() === '') {
    const at = map.entries.get('file')?.value.at ?? map.at;
    context.report.add('empty-file', at, { name: source.path });
    return { rows: [], file: source.path };
  }
  const names = header.cells.map(({ text }) => text);
  const places = columns.map(({ name }) => names.indexOf(name.value));
  if (names.length !== columns.length || new Set(places).size !== places.length || places.includes(-1)) {
    const expected = columns.map(({ name }) => name.value).join(', ');
    context.report.add('relation-header', spanIn(own, header.start, header.end), { columns: expected });
    return { rows: [], file: source.path };
  }
  const rows: RelationRowSyntax[] = [];
  for (const { cells, start, end } of records) {
    if (!isRow(cells.length, spanIn(own, start, end), columns, own)) continue;
    for (const cell of cells) reportUnseen(cell, own);
    rows.push(places.map((place) => fileCell(cells[place])));
  }
  return { rows, file: source.path };
}

/** Reports invisible characters in a cell whose quotes are needed in the file, so that they do not say that the text is meant. */
function reportUnseen({ text, quoted, start, end }: Cell, context: ReadContext): void {
  if (quoted && /[,\r\n]/.test(text) && UNSEEN_INSIDE.test(text))
    context.report.add('bad-csv', spanIn(context, start, end), {
      problem: 'invisible characters in a cell: remove them',
    });
}

function fileCell(cell: Cell | undefined): RelationCellSyntax {
  if (cell === undefined) throw new TypeError('a record has a cell for each column');
  const { text, start, end } = cell;
  return { value: text, start, end };
}

/** True if a row has one cell per column and the number of rows is within the limit; reports it otherwise. */
function isRow(cells: number, at: Span, columns: Columns, { report, tally, limits }: ReadContext): boolean {
  const limit = limits.relationRows;
  if (++tally.rows > limit) {
    if (tally.rows === limit + 1) report.add('too-many-values', at, { limit, what: 'rows of relations' });
    return false;
  }
  if (cells === columns.length) return true;
  report.add('row-length', at, { expected: columns.length, found: cells });
  return false;
}
