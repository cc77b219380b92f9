import { textOption, usageError, type OptionValues } from './command.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Milliseconds that `--budget` gives; null: it was not given. */
export function readBudget(options: OptionValues): number | null {
  const budget = textOption(options, 'budget');
  if (budget === null) return null;
  const [, count = '', unit = ''] = /^(\d+)(ms|s|m)$/.exec(budget) ?? [];
  const budgetMs = Number(count) * (UNITS[unit] ?? NaN);
  if (!(budgetMs > 0)) throw usageError(`--budget needs a time such as 60s, not '${budget}'`);
  return budgetMs;
}
