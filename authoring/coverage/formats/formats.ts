import type { MutationReport } from '../../mutate/run-mutants.ts';
import type { Coverage } from '../coverage.ts';
import { htmlFormat } from './html.ts';
import { jsonFormat } from './json.ts';
import { lcovFormat } from './lcov.ts';
import { textFormat } from './text.ts';

/** Output format of coverage. */
export interface CoverageFormat {
  readonly name: string;
  /**
   * @param textOf text of a file of a ruleset
   * @param mutants their results, if requested; only machine-readable formats include them
   */
  readonly write: (
    coverage: Coverage,
    textOf: (file: string) => string,
    mutants?: readonly MutationReport[],
  ) => string;
}

/** THE table of the formats of coverage; the first is the usual one. */
export const COVERAGE_FORMATS: readonly CoverageFormat[] = [textFormat, jsonFormat, lcovFormat, htmlFormat];
