import { scoreOf, writeMutants } from '../authors/mutate/write-mutants.ts';
import type { Report } from '../authors/run/report.ts';
import { readBudget } from './budget-option.ts';
import { DONE, textOption, usageError, WRONG_INPUT, type OptionValues, type Terminal } from './command.ts';
import { readThreshold } from './tell-coverage.ts';

export interface MutationWish {
  readonly budgetMs: number;
  /** Least part of the mutants that cases must notice, in percent; null: any will do. */
  readonly threshold: number | null;
}

const USUAL_BUDGET_MS = 60_000;
/** What `--mutate` and `--budget` ask for; null: nothing. */
export function readMutating(options: OptionValues): MutationWish | null {
  if (options['mutate'] !== true) {
    if (textOption(options, 'budget') !== null) throw usageError('--budget is of --mutate');
    return null;
  }
  const budgetMs = readBudget(options) ?? USUAL_BUDGET_MS;
  const isOfCoverage = options['coverage'] !== undefined;
  return { budgetMs, threshold: isOfCoverage ? null : readThreshold(options) };
}

/**
 * Tells what became of the mutants and answers the exit code.
 *
 * @param write where text for people goes; null: they were told with something else
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
