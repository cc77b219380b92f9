import { folderOf, joinedPath } from '../../library/joined-path.ts';
import { caseOf } from './distinguish.ts';
import type { MutationReport, Survivor } from './run-mutants.ts';
import { scoreOf } from './write-mutants.ts';

/** Results of mutants, as described in docs/guides/testing.md. */
export interface MutantsJson {
  /** Mutants found of those that can be, in percent. */
  readonly score: number;
  readonly found: number;
  readonly total: number;
  readonly equivalent: number;
  readonly untried: number;
  readonly survivors: readonly SurvivorJson[];
}

interface SurvivorJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string | null;
  readonly change: string;
  /** Case or property that detects it; null if none does. */
  readonly case: object | null;
  /** Result of the mutant; null if no case was found. */
  readonly instead: { readonly decision: string | null; readonly reason: string | null } | null;
}

export function mutantsJson(reports: readonly MutationReport[]): MutantsJson {
  const sum = (of: (report: MutationReport) => number): number =>
    reports.reduce((total, one) => total + of(one), 0);
  const found = sum((one) => one.found);
  return {
    score: scoreOf(reports),
    found,
    total: found + sum(({ survivors }) => survivors.length),
    equivalent: sum((one) => one.equivalent),
    untried: sum((one) => one.untried),
    survivors: reports.flatMap(({ ruleset, survivors }) =>
      survivors.map((one) => survivorJson(/\.ya?ml$/.test(ruleset) ? folderOf(ruleset) : ruleset, one)),
    ),
  };
}

function survivorJson(folder: string, { file, line, column, rule, what, told }: Survivor): SurvivorJson {
  return {
    file: joinedPath(folder, file),
    ...{ line, column },
    rule,
    change: what,
    case: told === null ? null : caseOf(`${rule ?? file}: ${what}`, told),
    instead: told === null ? null : told.instead,
  };
}
