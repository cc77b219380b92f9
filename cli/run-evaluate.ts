/** The command line for `evaluate` alone. */
import { evaluateCommand } from './evaluate.ts';
import { runProcess, type Write } from './run-process.ts';

export function run(words: readonly string[], write: Write): Promise<number> {
  return runProcess([evaluateCommand], words, write);
}
