/** Texts that spreadsheets write and read: tab-separated from the clipboard, and CSV. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/**
 * Records of a delimited text, in which quotes may enclose a cell. Quotes inside of a cell without them are characters, and rows
 * may differ in length. `null` if a quoted cell has no end.
 */
export function readDelimited(text: string, delimiter: '\t' | ','): readonly (readonly string[])[] | null {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return null;
    throw error;
  }
}

/** CSV with quotes where they are needed (RFC 4180). */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const written = (cell: string): string =>
    /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return records.map((cells) => `${cells.map(written).join(',')}\n`).join('');
}
