import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Finding } from '../../authoring/analyze/analysis.ts';
import type { Diagnostic } from '../../compiler/diagnostics/report.ts';

/** Result for one path of the command line. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly Source[];
  /** The loaded ruleset; null after errors. */
  readonly summary: string | null;
  /** With `--strict`: warnings of the analysis, which count as errors. */
  readonly findings: readonly Finding[];
  /** The path of one of the sources from the current folder, with forward slashes. */
  readonly pathOf: (file: string) => string;
}

/** Report on all paths. `name` is the value of `--format`. */
export interface ValidateFormat {
  readonly name: string;
  readonly write: (results: readonly Checked[]) => string;
}
