import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { Finding } from '../../authors/analyze/analysis.ts';
import type { Diagnostic } from '../../../compiler/diagnostics/report.ts';

/** What was found at one path of the command line. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly Source[];
  /** What there is; null when there are errors. */
  readonly summary: string | null;
  /** Of `--strict`: warnings of the analysis, which are errors then. */
  readonly findings: readonly Finding[];
  /** The path of one of the sources from the current folder, with forward slashes. */
  readonly pathOf: (file: string) => string;
}

/** What is written about all paths. `name` is that of `--format`. */
export interface ValidateFormat {
  readonly name: string;
  readonly write: (results: readonly Checked[]) => string;
}
