/** The command line for `evaluate` alone. */
import { evaluateCommand } from './evaluate.ts';
import { runProcess } from './run-process.ts';

export function run(words: readonly string[]): Promise<number> {
  return runProcess([evaluateCommand], words);
}
