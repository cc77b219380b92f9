/** Coverage of a ruleset by suites. Written as JSON unchanged; `version` changes when readers would notice. */
export interface Coverage {
  readonly version: 1;
  readonly rulesets: readonly RulesetCoverage[];
  readonly totals: Totals;
  /** Percentage covered, 0 to 100; null if there is nothing to cover. */
  readonly percent: number | null;
}

export interface RulesetCoverage {
  /** Path, as the command was given it. */
  readonly ruleset: string;
  readonly rules: readonly RuleCoverage[];
  readonly totals: Totals;
}

export interface Totals {
  readonly rules: Part;
  /** Each condition counts twice: held and failed. A list of `not_in` counts once for held, and for each value once for failed. */
  readonly conditions: Part;
  readonly branches: Part;
  /** Cells of decision tables, each counted twice like conditions. */
  readonly cells: Part;
  /** Each bound, of conditions and cells, counts twice: on it, and beside it where the outcome changes. */
  readonly boundaries: Part;
}

export interface Part {
  readonly covered: number;
  readonly total: number;
}

export interface RuleCoverage {
  readonly rule: string;
  /** Path of the file from where the command ran. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fired: number;
  /** For a rule that never fired: the reason, in the nearest evaluation. */
  readonly nearest: readonly string[];
  readonly conditions: readonly ConditionCoverage[];
  readonly branches: readonly BranchCoverage[];
  /** Testing cells of a decision table row, evaluated alone for every match of the table's patterns. */
  readonly cells: readonly CellCoverage[];
}

export interface CellCoverage {
  /** Position of the row. */
  readonly line: number;
  readonly column: number;
  /** The column, as it is written. */
  readonly input: string;
  readonly text: string;
  readonly held: number;
  readonly failed: number;
  readonly boundaries: readonly BoundaryCoverage[];
}

interface BranchCoverage {
  readonly line: number;
  readonly column: number;
  readonly passed: number;
}

export interface ConditionCoverage {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** The value of a `not_in` with several that this one is about. */
  readonly of?: string;
  /** True if a later value of the same list follows: `held` of the last one is that of the condition, and counts. */
  readonly followed?: true;
  /** The list is one of `in` in a short rule: each value counts for held, and the list once for failed. */
  readonly in?: true;
  readonly held: number;
  readonly failed: number;
  readonly boundaries: readonly BoundaryCoverage[];
}

interface BoundaryCoverage {
  readonly bound: number;
  readonly on: number;
  /** `null` if the outcome there is that on the bound. */
  readonly under: number | null;
  /** `null` if the outcome there is that on the bound. */
  readonly over: number | null;
}

/** The outcomes of a condition or cell that count. */
export function outcomesOf({
  followed,
  in: isIn,
  held,
  failed,
}: Pick<ConditionCoverage, 'followed' | 'in' | 'held' | 'failed'>): readonly number[] {
  if (followed !== true) return [held, failed];
  return [isIn === true ? held : failed];
}
