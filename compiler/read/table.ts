import type { Span } from '../diagnostics/position.ts';
import type { TableCellSyntax, TableOutputSyntax, TableRowSyntax, TableSyntax } from '../tables-syntax.ts';
import type { LeftSyntax, ShortText, WrittenTableSyntax } from '../short-syntax.ts';
import type { ArgumentSyntax, Located, ReasonPartSyntax } from '../syntax.ts';
import { parseArguments } from './argument.ts';
import type { ReadContext } from './context.ts';
import { readCsv } from './csv.ts';
import { findDataFile } from './find-data-file.ts';
import {
  optional,
  readCells,
  readDescription,
  readFilledList,
  readList,
  readMap,
  readSource,
  readText,
  required,
  type Shape,
} from './fields.ts';
import { readNamed } from './named-entries.ts';
import { readDeclaredName } from './names.ts';
import { refuseEmpty } from './short/empty.ts';
import { readLeftHalf } from './short/left-half.ts';
import { parseShort } from './short/parse.ts';
import { parseShortText } from './short/text.ts';
import type { CallTree, PathTree } from '../short-tree.ts';
import { readCell } from './table-cell.ts';
import { isOutputColumn, readLongText, readOutput, writtenText, type TextReader } from './table-output.ts';
import { readElements } from './when.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

export const TABLE: Shape = {
  owner: 'a table',
  keys: [
    'name',
    'description',
    'module',
    'when',
    'if',
    'for',
    'hit',
    'inputs',
    'outputs',
    'rows',
    'file',
    'default',
  ],
};

type Input = TableSyntax['inputs'][number];

/** Cells of one column that say the same, by what is written: a table of many rows has few different ones. */
type KnownCells = Map<string, TableCellSyntax>;

/** Purpose of a column. */
type Column =
  | { readonly kind: 'input'; readonly input: Input }
  | { readonly kind: 'path'; readonly path: PathTree | CallTree }
  | { readonly kind: 'output'; readonly name: Located<string> };

/** The columns and rows, with the context of the file that holds the rows. */
interface Grid {
  readonly columns: readonly Column[];
  readonly rows: readonly YamlNode[];
  readonly context: ReadContext;
}

/** Conditions of one row. */
const MOST_INPUTS = 100;

/** Reads no table past the limit on tables of all sources. */
export function readTables(node: YamlNode | null, context: ReadContext): readonly WrittenTableSyntax[] {
  const { limits, report, tally } = context;
  return readNamed(node, TABLE.owner, context, (item) => {
    if (++tally.tables <= limits.tables) return readTable(item, context);
    if (tally.tables === limits.tables + 1)
      report.add('too-many-values', item.at, { limit: limits.tables, what: 'tables' });
    return null;
  });
}

function readTable(node: YamlNode, context: ReadContext): WrittenTableSyntax | null {
  const map = readMap(node.kind === 'map' ? refuseEmpty(node, TABLE_LEFT, context) : node, TABLE, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', TABLE, context), context);
  readDescription(map, context);
  const module = readText(optional(map, 'module'), context);
  const left = readLeft(map, context);
  const hit = readText(optional(map, 'hit'), context);
  const grid = optional(map, 'file') === null ? writtenGrid(map, context) : fileGrid(map, context);
  if (name === null || grid === null) return null;
  const { columns } = grid;
  const outputs = columns.flatMap((column) => (column.kind === 'output' ? [column.name] : []));
  const inputs = columns.flatMap((column) => (column.kind === 'input' ? [column.input] : []));
  const paths = columns.flatMap((column) => (column.kind === 'path' ? [column.path] : []));
  const extra = [...inputs, ...paths][MOST_INPUTS];
  if (extra !== undefined) {
    const what = 'columns of conditions in one table';
    context.report.add('too-many-values', extra.at, { limit: MOST_INPUTS, what });
    return null;
  }
  const known = columns.map((): KnownCells => new Map());
  const texts = new Map<readonly ReasonPartSyntax[], ShortText>();
  const readCellText = left.form === 'short' ? keepText(texts) : readLongText;
  const rows = grid.rows.flatMap(
    (row, i) => readRow(row, String(i + 1), columns, known, grid.context, readCellText) ?? [],
  );
  const when = left.form === 'long' ? left.when : [];
  const otherwise = readDefault(optional(map, 'default'), outputs, context, readCellText);
  const rest = { name, module, when, hit, rows, default: otherwise, at: map.at };
  if (left.form === 'short') {
    for (const { at } of inputs) context.report.add('table-column', at, { name: sourceTextAt(at, context) });
    return { form: 'short', table: { left, inputs: paths, table: { ...rest, inputs: [] }, texts } };
  }
  return {
    form: 'long',
    table: { ...rest, inputs: [...inputs, ...paths.flatMap((path) => inputOf(path, context) ?? [])] },
  };
}

/** Stores the texts of cells, each under its placeholder list of parts. */
function keepText(texts: Map<readonly ReasonPartSyntax[], ShortText>): TextReader {
  return (source, kind, { report }) => {
    const parts: readonly ReasonPartSyntax[] = [];
    texts.set(parts, parseShortText(source, kind, report));
    return parts;
  };
}

/** Keys of a short left half; a table has no `let`. */
const TABLE_LEFT: ReadonlySet<string> = new Set(['if', 'for']);

function readLeft(map: YamlMap, context: ReadContext): LeftSyntax {
  const [short] = ['if', 'for'].flatMap((key) => map.entries.get(key) ?? []);
  if (short === undefined) {
    return { form: 'long', when: readElements(required(map, 'when', TABLE, context), context) };
  }
  const when = map.entries.get('when');
  if (when !== undefined)
    context.report.add('conflicting-keys', short.key.at, { first: 'when', second: short.key.value });
  return { form: 'short', ...readLeftHalf(map, context) };
}

/** Beside a long `when`, aliases and variables are names: `alert.severity` is `$alert.severity`. */
function inputOf(path: PathTree | CallTree, context: ReadContext): Input | null {
  if (path.kind === 'path' && path.optional === null) {
    const [slot, further] = path.steps;
    const { at } = path;
    if (slot === undefined) return { kind: 'variable', name: path.root.value, at };
    if (slot.kind === 'member' && further === undefined)
      return { kind: 'reference', alias: path.root.value, slot: slot.name, at };
  }
  context.report.add('table-column', path.at, { name: sourceTextAt(path.at, context) });
  return null;
}

const sourceTextAt = ({ start, end }: Span, { source }: ReadContext): string => source.text.slice(start, end);

/** Columns and rows that the table itself holds. */
function writtenGrid(map: YamlMap, context: ReadContext): Grid | null {
  const [ins, outs] = [required(map, 'inputs', TABLE, context), required(map, 'outputs', TABLE, context)];
  const inputs = readFilledList(ins, context, readColumn);
  const outputs = readFilledList(outs, context, readColumn);
  const rows = required(map, 'rows', TABLE, context);
  // Rows would have cells for columns that could not be read.
  if (ins?.kind === 'broken' || outs?.kind === 'broken') return null;
  if (rows !== null && rows.kind !== 'list') readList(rows, context, () => null);
  if (rows?.kind === 'list' && rows.items.length === 0) context.report.add('empty-list', rows.at);
  return rows?.kind === 'list' ? { columns: [...inputs, ...outputs], rows: rows.items, context } : null;
}

/** Columns and rows of a file, whose first record names the columns. */
function fileGrid(map: YamlMap, context: ReadContext): Grid | null {
  for (const second of ['inputs', 'outputs', 'rows']) {
    const entry = map.entries.get(second);
    if (entry) context.report.add('conflicting-keys', entry.key.at, { first: 'file', second });
  }
  const source = findDataFile(optional(map, 'file'), context);
  if (source === null) return null;
  const own = { ...context, source };
  const [header, ...rows] = readCsv(source, context);
  if (header === undefined || rows.length === 0) {
    context.report.add('empty-file', map.entries.get('file')?.value.at ?? map.at, { name: source.path });
    return null;
  }
  return { columns: header.items.flatMap((item) => readColumn(item, own) ?? []), rows, context: own };
}

/** `$alias.slot` and `?variable` are inputs, the names of outputs are outputs. */
function readColumn(node: YamlNode, context: ReadContext): Column | null {
  const source = readSource(node, context);
  if (source === null) return null;
  if (isOutputColumn(source.text)) return { kind: 'output', name: { value: source.text, at: source.at } };
  if (/^[$?]/.test(source.text)) {
    const [argument] = parseArguments(source, 0, source.text.length, context.report) ?? [];
    if (argument === undefined) return null;
    if (isInput(argument)) return { kind: 'input', input: argument };
  }
  // A word that looks like an output is more likely a misspelt one than a name alone.
  const tree = /[.[(]/.test(source.text) ? parseShort(source, context.report) : null;
  if (tree?.kind === 'path' || tree?.kind === 'call') return { kind: 'path', path: tree };
  context.report.add('table-column', source.at, { name: source.text });
  return null;
}

function isInput(argument: ArgumentSyntax): argument is Input {
  return argument.kind === 'reference' || argument.kind === 'variable';
}

function readRow(
  node: YamlNode,
  number: string,
  columns: readonly Column[],
  known: readonly KnownCells[],
  context: ReadContext,
  texts: TextReader,
): TableRowSyntax | null {
  const items = readRowOf(node, columns.length, context);
  if (items === null || !countRule(node, context)) return null;
  const outputs: { name: Located<string>; node: YamlNode }[] = [];
  const cells = columns.flatMap((column, i) => {
    const item = items[i];
    if (item === undefined) return [];
    if (column.kind !== 'output') return [readCellOnce(item, known[i], context)];
    outputs.push({ name: column.name, node: item });
    return [];
  });
  const output = readOutput(outputs, number, node.at, context, texts);
  const read = cells.flatMap((cell) => cell ?? []);
  return cells.includes(null) || !countCells(read, context) ? null : { ...output, cells: read };
}

/** A refused cell is read again at each of its uses. */
function readCellOnce(
  node: YamlNode,
  known: KnownCells | undefined,
  context: ReadContext,
): TableCellSyntax | null {
  if (known === undefined) return readCell(node, context);
  const key = writtenText(node);
  const found = known.get(key);
  if (found !== undefined) return found;
  const cell = readCell(node, context);
  if (cell !== null) known.set(key, cell);
  return cell;
}

function readDefault(
  node: YamlNode | null,
  columns: readonly Located<string>[],
  context: ReadContext,
  texts: TextReader,
): TableOutputSyntax | null {
  const wanted = columns.filter(({ value }) => value !== 'name');
  const items = node && readRowOf(node, wanted.length, context);
  if (node === null || items === null) return null;
  const outputs = wanted.flatMap((name, i) => {
    const item = items[i];
    return item === undefined ? [] : [{ name, node: item }];
  });
  return readOutput(outputs, 'default', node.at, context, texts);
}

/** As many cells as there are columns; null (reported) else. */
function readRowOf(node: YamlNode, count: number, context: ReadContext): readonly YamlNode[] | null {
  const cells = readCells(node, context);
  if (cells === null || cells.length === count) return cells;
  context.report.add('row-length', node.at, { expected: count, found: cells.length });
  return null;
}

/** Reads no row past the limit on rules of all sources. */
function countRule(node: YamlNode, { tally, limits, report }: ReadContext): boolean {
  tally.rules++;
  if (tally.rules === limits.rules + 1) report.add('too-many-rules', node.at, { limit: limits.rules });
  return tally.rules <= limits.rules;
}

/** Leaves out what is past the limit on cells of all sources; cells that let anything pass cost nothing. */
function countCells(cells: readonly TableCellSyntax[], { tally, limits, report }: ReadContext): boolean {
  const before = tally.cells;
  for (const { tests, at } of cells) {
    if (tests.length > 0 && ++tally.cells === limits.tableCells + 1)
      report.add('too-many-values', at, { limit: limits.tableCells, what: 'cells of tables' });
  }
  return before <= limits.tableCells;
}
