/** Cells of CSV files: the text of a value, and the value of a text. */
import { createReport } from '../../compiler/diagnostics/report.ts';
import { foreignQuote } from '../../compiler/language/foreign-quotes.ts';
import { readRecords, type Cell } from '../../compiler/read/csv.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { createTally } from '../../compiler/read/tally.ts';
import type { GridCell, TextFile } from './grid.ts';

const NUMBER_OR_TRUTH = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|true|false)?$/;
const QUOTED = /^"(?:[^"]|"")*"$/;
/** Characters that a cell without quotes cannot hold. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$|[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The records of a CSV file, without those that are wrong. */
export function recordsOf(source: TextFile): ReturnType<typeof readRecords> {
  const counted = { limits: DEFAULT_READ_LIMITS, files: new Map(), tally: createTally() };
  return readRecords({ source, report: createReport(), ...counted });
}

/** @param isTyped the column has a type, so that quotes do not change the value */
export function csvCell({ text, quoted, start, end }: Cell, isTyped: boolean): GridCell {
  const shown = quoted && !isTyped && NUMBER_OR_TRUTH.test(text) ? `"${text}"` : text;
  return { start, end, text: shown, quote: quoted ? 'double' : 'none', canEdit: true };
}

export function csvSource(text: string, quote: GridCell['quote'] = 'none'): string {
  if (QUOTED.test(text)) return text;
  const isText = quote === 'double' && !NUMBER_OR_TRUTH.test(text);
  if (!isText && !NEEDS_QUOTES.test(text) && !foreignQuote(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}
