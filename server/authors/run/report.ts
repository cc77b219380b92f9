import type { LineColumn } from '../../../compiler/diagnostics/line-column.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { Difference } from '../compare/difference.ts';
import type { MutationReport } from '../mutate/run-mutants.ts';
import type { SuiteProblem } from '../suite/suite.ts';

/** What running some suites found. */
export interface Report {
  readonly suites: readonly SuiteReport[];
  readonly durationMs: number;
  /** When it was asked for. */
  readonly coverage?: Coverage;
  /** When they were asked for and all cases passed. */
  readonly mutants?: readonly MutationReport[];
}

export interface SuiteReport {
  readonly file: string;
  readonly name: string;
  /** Path of the ruleset. */
  readonly ruleset: string;
  /** What is wrong with the suite itself; then none of its cases ran. */
  readonly problems: readonly SuiteProblem[];
  readonly cases: readonly CaseReport[];
  readonly durationMs: number;
  /** What is wrong is the ruleset. */
  readonly doesNotCompile?: boolean;
}

export interface CaseReport {
  readonly name: string;
  /** Looked up when somebody asks. */
  readonly place: () => LineColumn;
  /** None: it passed. */
  readonly differences: readonly Difference[];
  readonly durationMs: number;
  /** What is told of one that passed: how a property was tried. */
  readonly note?: string;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Suites that could not run. */
  readonly broken: number;
}

export function countCases({ suites }: Report): Counts {
  const cases = suites.flatMap((suite) => suite.cases);
  const failed = cases.filter(({ differences }) => differences.length > 0).length;
  const broken = suites.filter(({ problems }) => problems.length > 0).length;
  return { passed: cases.length - failed, failed, broken };
}
