import { scoreOf, writeMutants } from '../authoring/mutate/write-mutants.ts';
import type { Report } from '../authoring/run/report.ts';
import { readBudget } from './budget-option.ts';
import { DONE, textOption, usageError, WRONG_INPUT, type OptionValues, type Terminal } from './command.ts';
import { readThreshold } from './tell-coverage.ts';

interface MutationWish {
  readonly budgetMs: number;
  /** Least part of the mutants that cases must notice, in percent; null: any will do. */
  readonly threshold: number | null;
}

const USUAL_BUDGET_MS = 60_000;
/** Options `--mutate` and `--budget`; null if unset. */
export function readMutating(options: OptionValues): MutationWish | null {
  if (options['mutate'] !== true) {
    if (textOption(options, 'budget') !== null) throw usageError('--budget needs --mutate');
    return null;
  }
  const budgetMs = readBudget(options) ?? USUAL_BUDGET_MS;
  const isOfCoverage = options['coverage'] !== undefined;
  return { budgetMs, threshold: isOfCoverage ? null : readThreshold(options) };
}

/**
 * Reports the results of the mutants and returns the exit code.
 *
 * @param write output for people; null if another part reports the results
 */
export function tellMutants(
  { threshold }: MutationWish,
  { mutants }: Report,
  exitCode: number,
  terminal: Terminal,
  write: Terminal['out'] | null,
): number {
  if (mutants === undefined) {
    terminal.err('no mutants: all cases have to pass first\n');
    return exitCode;
  }
  write?.(writeMutants(mutants));
  const score = scoreOf(mutants);
  if (threshold === null || score >= threshold) return exitCode;
  terminal.err(`${score.toFixed(1)} % of the mutants found, less than ${threshold} %\n`);
  return exitCode === DONE ? WRONG_INPUT : exitCode;
}
