import { CODES, type DiagnosticCode } from './codes.ts';
import type { Severity } from './codes/code-table.ts';
import type { Span } from './position.ts';
import type { Suggestion } from './suggest.ts';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** A name that was probably meant, or null. */
  readonly suggestion: string | null;
  readonly at: Span;
}

/** Parameter of a message: text of the user, shortened if long, or a complete list of words of the language. */
export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

/** Collects the diagnostics of one compilation; phases add and go on, and the phase's end decides. No global state. */
export interface Report {
  readonly add: (
    code: DiagnosticCode,
    at: Span,
    parameters?: Parameters,
    suggestion?: string | Suggestion | null,
  ) => void;
  readonly hasErrors: () => boolean;
  /** Sorted by file, position and code. */
  readonly sorted: () => readonly Diagnostic[];
}

export interface ReportOptions {
  /** Warnings become errors. */
  readonly strict?: boolean;
  /** Unknown keys are warnings, unless `strict` makes them errors again. */
  readonly lenient?: boolean;
}

const PLACEHOLDER = /\{(\w+)\}/g;
/** Characters of a parameter that a message shows. */
const LONGEST_PARAMETER = 200;
/** Diagnostics that are kept; after them only errors are counted. */
const MOST_KEPT = 10_000;
/** Number of problems that get suggestions: with more of them, the cause is not a typing mistake. */
const MOST_SUGGESTIONS = 20;

function severityOf(code: DiagnosticCode, { strict, lenient }: ReportOptions): Severity {
  if (strict) return 'error';
  return lenient && code === 'unknown-key' ? 'warning' : CODES[code].severity;
}

function order(a: Diagnostic, b: Diagnostic): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1;
  return a.at.start - b.at.start || a.at.end - b.at.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

function fill(template: string, parameters: Parameters): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const parameter = parameters[name] ?? '';
    if (typeof parameter === 'object') return parameter.join(', ');
    const text = String(parameter);
    return text.length > LONGEST_PARAMETER ? text.slice(0, LONGEST_PARAMETER) + '…' : text;
  });
}

export function createReport(options: ReportOptions = {}): Report {
  const found: Diagnostic[] = [];
  // Problems that are found twice, as in a part that YAML aliases repeat, are reported once.
  const seen = new Set<string>();
  let errors = 0;
  let sought = 0;
  return {
    add(code, at, parameters = {}, suggestion = null) {
      const row = CODES[code];
      const severity = severityOf(code, options);
      if (severity === 'error') errors++;
      if (found.length > MOST_KEPT) return;
      if (found.length === MOST_KEPT) {
        const { message } = CODES['too-many-problems'];
        const last = fill(message, { limit: MOST_KEPT });
        found.push({ code: 'too-many-problems', severity: 'warning', message: last, suggestion: null, at });
        return;
      }
      const own = fill(row.message, parameters);
      // A problem of a definition names the first of its uses.
      const key = JSON.stringify([at.file, at.start, at.end, code, own]);
      if (seen.has(key)) return;
      seen.add(key);
      const message = at.use === undefined ? own : `${own} (used at ${at.use.shown})`;
      const meant =
        typeof suggestion !== 'function' ? suggestion : ++sought > MOST_SUGGESTIONS ? null : suggestion();
      found.push({ code, severity, message, suggestion: meant, at });
    },
    hasErrors: () => errors > 0,
    sorted: () => [...found].sort(order),
  };
}
