import type { DiagnosticCode } from './codes.ts';
import type { Severity } from './codes/code-table.ts';
import type { Positions } from './line-column.ts';
import type { Diagnostic } from './report.ts';

/** The form of a diagnostic for programs: JSON on the command line and in responses of the service. */
export interface DiagnosticJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion: string | null;
}

/** Columns of source shown in a code frame; a longer line is cut to a window around the place. */
const FRAME_WIDTH = 100;
/** Columns shown before the place when a line is cut. */
const FRAME_LEAD = 40;

/**
 * Text of a ruleset on its way to a terminal or a log line: control characters, line ends and invisible format
 * characters (which can turn the reading direction) become the replacement character.
 */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

export function toJson(diagnostic: Diagnostic, positions: Positions): DiagnosticJson {
  const { line, column } = positions.of(diagnostic.at);
  const { code, severity, message, suggestion } = diagnostic;
  return { file: diagnostic.at.file, line, column, code, severity, message, suggestion };
}

/** The message with its suggestion: `unknown key 'sllots' in a template (did you mean 'slots'?)`. */
export function formatMessage(diagnostic: Diagnostic): string {
  const { message, suggestion } = diagnostic;
  return printable(suggestion === null ? message : `${message} (did you mean '${suggestion}'?)`);
}

/** `file:line:column: severity code: message (did you mean 'x'?)`, one line. */
export function formatLine(diagnostic: Diagnostic, positions: Positions): string {
  const { line, column } = positions.of(diagnostic.at);
  const place = `${printable(diagnostic.at.file)}:${line}:${column}`;
  return `${place}: ${diagnostic.severity} ${diagnostic.code}: ${formatMessage(diagnostic)}`;
}

/** The one-line form, the line of the source, and carets under the place (to the end of the line at most). */
export function formatFrame(diagnostic: Diagnostic, positions: Positions): string {
  const { line, column } = positions.of(diagnostic.at);
  const text = positions.linesOf(diagnostic.at.file).lineText(line);
  const cut = text.length > FRAME_WIDTH ? Math.max(0, column - 1 - FRAME_LEAD) : 0;
  const shown = printable(text.slice(cut, cut + FRAME_WIDTH));
  const before = column - 1 - cut;
  const length = diagnostic.at.end - diagnostic.at.start;
  const carets = '^'.repeat(Math.max(1, Math.min(length, shown.length - before)));
  const gutter = String(line);
  return [
    formatLine(diagnostic, positions),
    `  ${gutter} | ${shown}`,
    `  ${' '.repeat(gutter.length)} | ${' '.repeat(before)}${carets}`,
  ].join('\n');
}
