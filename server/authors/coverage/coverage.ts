/** What suites covered of a ruleset. Written as JSON as it is; `version` changes when readers would notice. */
export interface Coverage {
  readonly version: 1;
  readonly rulesets: readonly RulesetCoverage[];
  readonly totals: Totals;
  /** Of everything that can be covered, 0 to 100. */
  readonly percent: number;
}

export interface RulesetCoverage {
  /** Path, as the command was given it. */
  readonly ruleset: string;
  readonly rules: readonly RuleCoverage[];
  readonly totals: Totals;
}

export interface Totals {
  readonly rules: Part;
  /** Each condition counts twice: held and failed. */
  readonly conditions: Part;
  readonly branches: Part;
  /** Of decision tables, each twice as conditions are. */
  readonly cells: Part;
  /** Each bound, of conditions and cells, counts three times: on it, just under it, just over it. */
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
  /** Of a rule that never fired: why not, in the evaluation that came nearest. */
  readonly nearest: readonly string[];
  readonly conditions: readonly ConditionCoverage[];
  readonly branches: readonly BranchCoverage[];
  /** Of a row of a decision table: its cells that ask something, asked alone of every match of the table's patterns. */
  readonly cells: readonly CellCoverage[];
}

export interface CellCoverage {
  /** Of the row. */
  readonly line: number;
  readonly column: number;
  /** The column, as it is written. */
  readonly input: string;
  readonly text: string;
  readonly held: number;
  readonly failed: number;
  readonly boundaries: readonly BoundaryCoverage[];
}

export interface BranchCoverage {
  readonly line: number;
  readonly column: number;
  readonly passed: number;
}

export interface ConditionCoverage {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly held: number;
  readonly failed: number;
  readonly boundaries: readonly BoundaryCoverage[];
}

export interface BoundaryCoverage {
  readonly bound: number;
  readonly on: number;
  readonly under: number;
  readonly over: number;
}
