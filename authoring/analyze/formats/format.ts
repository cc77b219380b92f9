import type { Analysis } from '../analysis.ts';

/** Output format of an analysis. `name` is its name in `--format`. */
export interface AnalysisFormat {
  readonly name: string;
  readonly write: (analysis: Analysis, options: WriteOptions) => string;
}

export interface WriteOptions {
  /** The path of one of the sources from the current folder, with forward slashes. */
  readonly pathOf: (file: string) => string;
}
