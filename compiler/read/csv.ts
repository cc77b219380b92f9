import type { Source } from '../diagnostics/position.ts';
import type { ScalarValue } from '../syntax.ts';
import { foreignQuote, isCellQuoted, isEscapedQuoted, isForeignQuoted } from '../language/foreign-quotes.ts';
import { spanIn, type ReadContext } from './context.ts';
import { checkCharacters } from './scalar.ts';
import type { YamlList, YamlScalar } from './yaml-node.ts';

/** Limits: characters of one cell, as of a scalar, and reported problems per file. */
const MOST_REPORTED = 20;
const INTEGER = /^[+-]?\d{1,19}$/;
const FLOAT = /^[+-]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?$/;

interface Cursor {
  readonly text: string;
  position: number;
}

/** A cell of a CSV file. */
export interface Cell {
  /** Without the quotes around it. */
  readonly text: string;
  readonly quoted: boolean;
  readonly start: number;
  readonly end: number;
}

/** A problem at a place, as the end of a message. */
interface Problem {
  readonly problem: string;
  readonly start: number;
}

/** A record with its position in its file. */
interface CsvRecord {
  readonly cells: readonly Cell[];
  readonly start: number;
  readonly end: number;
}

/** The records of a CSV file, each as the list that it would be in YAML. Reports as readRecords does. */
export function readCsv(source: Source, yaml: ReadContext): readonly YamlList[] {
  const context = { ...yaml, source };
  return readRecords(context).map(({ cells, start, end }) => ({
    kind: 'list',
    items: cells.map((cell) => scalarOf(cell, context)),
    at: spanIn(context, start, end),
  }));
}

/**
 * The records of a CSV file (RFC 4180: cells between quotes may hold commas, line breaks and doubled quotes). A byte
 * order mark is passed over, and so are empty lines. A bad record is reported and left out.
 */
export function readRecords(context: ReadContext): readonly CsvRecord[] {
  const { source } = context;
  // Quotes let a cell hold characters that cannot be seen; CSV has no escapes for them.
  checkCharacters({ ...context, takesAnyText: true });
  const cursor: Cursor = { text: source.text, position: source.text.startsWith('\uFEFF') ? 1 : 0 };
  const records: CsvRecord[] = [];
  let reported = 0;
  while (cursor.position < cursor.text.length) {
    const start = cursor.position;
    const record = readRecord(cursor);
    if ('problem' in record) {
      const at = spanIn(context, record.start, record.start + 1);
      if (++reported <= MOST_REPORTED) context.report.add('bad-csv', at, { problem: record.problem });
      skipLine(cursor);
      continue;
    }
    const [only] = record;
    if (record.length === 1 && only?.text === '' && !only.quoted) continue;
    if (record.length > 1 && record.every(({ text }) => text === '' || text === '-')) {
      const at = spanIn(context, start, start + 1);
      if (++reported <= MOST_REPORTED)
        context.report.add('bad-csv', at, { problem: 'a row without a value: remove it' });
      continue;
    }
    const end = record.at(-1)?.end ?? start;
    for (const cell of record) checkLength(cell, context);
    records.push({ cells: record, start, end });
  }
  return records;
}

function readRecord(cursor: Cursor): readonly Cell[] | Problem {
  const cells: Cell[] = [];
  for (;;) {
    const cell = cursor.text[cursor.position] === '"' ? readQuoted(cursor) : readPlain(cursor);
    if ('problem' in cell) return cell;
    cells.push(cell);
    if (cursor.text[cursor.position] === ',') {
      cursor.position++;
      continue;
    }
    if (cursor.text[cursor.position] === '\r') cursor.position++;
    if (cursor.text[cursor.position] === '\n') cursor.position++;
    return cells;
  }
}

/** Zero-width, soft hyphens, marks of direction: they come with what is pasted, and no text without them equals the cell. */
export const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

const UNSEEN_AT_AN_END = new RegExp(
  `^(?:${UNSEEN.source}|[\\u00a0\\u202f])|(?:${UNSEEN.source}|[\\u00a0\\u202f])$`,
  'u',
);
/** Within a text, joiners and marks of direction may be meant. */
export const UNSEEN_INSIDE = /[\u00ad\u200b\ufeff]|,\u00a0/;

/** Remarks, the sign in front of a value that a spreadsheet computes, and signs of a comparison. */
const SIGN_IN_TEXT = /\s(?:\/\/|\/\*)(?:\s|$)|^(?:={1,3}|!=|<>)(?=\s*[^\s=])/;

/** These signs, and those that separate cells or end a line in other files. */
const SIGN = new RegExp(`;$|\\s;\\s|${SIGN_IN_TEXT.source}`);

/** A comma, a line break or a quote. */
function isEndOfPlain(unit: number): boolean {
  return unit === 0x2c || unit === 0x0a || unit === 0x0d || unit === 0x22;
}

function readPlain(cursor: Cursor): Cell | Problem {
  const start = cursor.position;
  let end = start;
  while (end < cursor.text.length && !isEndOfPlain(cursor.text.charCodeAt(end))) end++;
  cursor.position = end;
  if (cursor.text[end] === '"') {
    return { problem: 'quote inside an unquoted cell: put the whole cell in double quotes', start: end };
  }
  const text = cursor.text.slice(start, end);
  if (UNSEEN.test(text)) {
    return {
      problem: 'invisible characters in a cell: remove them, or put the cell in double quotes',
      start,
    };
  }
  if (/\S[\u00a0\u202f]\S/.test(text)) {
    return {
      problem: 'no-break space in a cell: write a space, or put the cell in double quotes',
      start,
    };
  }
  if (text !== text.trim()) {
    return { problem: 'space around a cell: remove it, or put the cell in double quotes', start };
  }
  const [, differs, rest] = /^(!=|<>)\s*([^]*)$/.exec(text) ?? [];
  if (differs !== undefined) {
    const problem = `\`${differs}\` is part of the text: write \`not(${rest})\` in a table, or put a text in double quotes`;
    return { problem, start };
  }
  const sign = SIGN.exec(text)?.[0];
  if (sign !== undefined) {
    const problem = `\`${sign.trim()}\` is part of the text \`${text}\`: remove it, or put the cell in double quotes`;
    return { problem, start };
  }
  if (foreignQuote(text)) {
    const problem = `the quotes of \`${text}\` are part of the text: use double quotes`;
    return { problem, start };
  }
  return { text, quoted: false, start, end };
}

function readQuoted(cursor: Cursor): Cell | Problem {
  const start = cursor.position;
  let text = '';
  for (let from = start + 1; ;) {
    const quote = cursor.text.indexOf('"', from);
    if (quote === -1) {
      return { problem: 'unclosed quote', start };
    }
    text += cursor.text.slice(from, quote);
    from = quote + 2;
    if (cursor.text[quote + 1] === '"') {
      text += '"';
      continue;
    }
    cursor.position = quote + 1;
    const problem = /[,\r\n]/.test(text) ? problemOfNeeded(text) : null;
    if (problem !== null) return { problem, start };
    const next = cursor.text[cursor.position];
    if (next === undefined || /[,\r\n]/.test(next))
      return { text, quoted: true, start, end: cursor.position };
    return {
      problem: 'expected a comma or the end of the line after the closing quote',
      start: cursor.position,
    };
  }
}

/** The problem of a cell whose quotes are needed in the file, so that they do not say that the text is meant; null if there is none. */
function problemOfNeeded(text: string): string | null {
  if (isCellQuoted(text) || isForeignQuoted(text) || isEscapedQuoted(text) || text.startsWith('`'))
    return `the quotes of \`${text}\` are part of the text: remove them`;
  if (UNSEEN_AT_AN_END.test(text))
    return `invisible characters at an end of the cell \`${text}\`: remove them`;
  const sign = SIGN_IN_TEXT.exec(text)?.[0];
  return sign === undefined ? null : `\`${sign.trim()}\` is part of the text \`${text}\`: remove it`;
}

function skipLine(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.position);
  cursor.position = end === -1 ? cursor.text.length : end + 1;
}

function checkLength({ text, start, end }: Cell, context: ReadContext): void {
  const limit = context.limits.textLength;
  if (text.length > limit) context.report.add('text-too-long', spanIn(context, start, end), { limit });
}

/** A cell between quotes is text, and so is one that is neither a number nor a truth value. */
function scalarOf({ text, quoted, start, end }: Cell, context: ReadContext): YamlScalar {
  const at = spanIn(context, start, end);
  // Folded: the file may differ from the text, so problems are reported for the whole cell.
  return { kind: 'scalar', scalar: valueOf(text, quoted), style: 'folded', at };
}

function valueOf(text: string, quoted: boolean): ScalarValue {
  if (quoted) return { kind: 'string', value: text, text };
  if (text === '') return { kind: 'null', text };
  if (INTEGER.test(text)) return { kind: 'integer', value: BigInt(text.replace(/^\+/, '')), text };
  if (FLOAT.test(text)) return { kind: 'float', value: Number(text), text };
  if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true', text };
  return { kind: 'string', value: text, text };
}
