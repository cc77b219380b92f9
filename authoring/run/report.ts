import type { LineColumn } from '../../compiler/diagnostics/line-column.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { Difference } from '../compare/difference.ts';
import type { MutationReport } from '../mutate/run-mutants.ts';
import type { PropertyVerdict } from '../properties/property.ts';
import type { SuiteProblem } from '../../library/suite/suite.ts';

/** Result of running suites. */
export interface Report {
  readonly suites: readonly SuiteReport[];
  readonly durationMs: number;
  /** Set if it was requested. */
  readonly coverage?: Coverage;
  /** Set if they were requested and all cases passed. */
  readonly mutants?: readonly MutationReport[];
}

export interface SuiteReport {
  readonly file: string;
  readonly name: string;
  /** Path of the ruleset. */
  readonly ruleset: string;
  /** Problems of the suite itself; then none of its cases ran. */
  readonly problems: readonly SuiteProblem[];
  readonly cases: readonly CaseReport[];
  readonly durationMs: number;
  /** True if the ruleset is invalid. */
  readonly doesNotCompile?: boolean;
}

export interface CaseReport {
  readonly name: string;
  /** Looked up on demand. */
  readonly place: () => LineColumn;
  /** None: it passed. */
  readonly differences: readonly Difference[];
  readonly durationMs: number;
  /** Note on a passed one: how a property was tried. */
  readonly note?: string;
  /** For a property: the result of trying it. */
  readonly verdict?: PropertyVerdict;
}

interface Counts {
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
