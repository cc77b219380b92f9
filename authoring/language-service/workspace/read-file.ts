import { createReport, type Diagnostic, type ReportOptions } from '../../../compiler/diagnostics/report.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { readSource, utf8Length } from '../../../compiler/read/read-sources.ts';
import { createTally } from '../../../compiler/read/tally.ts';
import type { WrittenSyntax } from '../../../compiler/short-syntax.ts';
import { repair } from './repair.ts';

/** One file, as the compiler reads it. */
export interface FileReading {
  readonly written: WrittenSyntax;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads one source. Everything around a part that is not YAML is read, and its problems are reported, too. */
export function readFile(
  source: Source,
  files: ReadonlyMap<string, Source>,
  options: ReportOptions,
): FileReading {
  const whole = readText(source, files, options);
  if (!whole.diagnostics.some(({ code }) => code === 'yaml-syntax')) return whole;
  const rest = readText({ ...source, text: repair(source.text) }, files, options);
  const told = new Set(whole.diagnostics.map(identity));
  // A section of which only broken entries are left out is not empty.
  const others = rest.diagnostics.filter((one) => one.code !== 'empty-key' && !told.has(identity(one)));
  return { ...rest, diagnostics: [...whole.diagnostics, ...others] };
}

function identity({ at, code, message }: Diagnostic): string {
  return `${at.start} ${at.end} ${code} ${message}`;
}

function readText(source: Source, files: ReadonlyMap<string, Source>, options: ReportOptions): FileReading {
  const report = createReport(options);
  const limits = DEFAULT_READ_LIMITS;
  const bytes = utf8Length(source.text);
  const isLong = bytes > limits.sourceBytes;
  if (isLong) {
    const at = { file: source.path, start: 0, end: 0 };
    report.add('source-too-long', at, { bytes, limit: limits.sourceBytes });
  }
  const read = isLong ? { ...source, text: '' } : source;
  const written = readSource({ source: read, report, limits, files, tally: createTally() });
  return { written, diagnostics: report.sorted() };
}
