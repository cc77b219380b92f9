import { readFileSync } from 'node:fs';
import { COVERAGE_FORMATS, type CoverageFormat } from '../authors/coverage/formats/formats.ts';
import type { Report } from '../authors/run/report.ts';
import { DONE, textOption, usageError, WRONG_INPUT, type OptionValues, type Terminal } from './command.ts';

export interface CoverageWish {
  readonly format: CoverageFormat;
  /** In percent; null: any will do. */
  readonly threshold: number | null;
}

/** What `--coverage` and `--threshold` ask for; null: nothing. */
export function readCoverage(options: OptionValues): CoverageWish | null {
  const [name, least] = [options['coverage'], textOption(options, 'threshold')];
  if (name === undefined && least === null) return null;
  const wanted = typeof name === 'string' ? name : 'text';
  const format = COVERAGE_FORMATS.find((one) => one.name === wanted);
  const known = COVERAGE_FORMATS.map((one) => one.name).join(', ');
  if (format === undefined) throw usageError(`unknown format of coverage '${wanted}' (${known})`);
  const threshold = least === null ? null : Number(least);
  if (threshold !== null && !(threshold >= 0 && threshold <= 100))
    throw usageError(`--threshold needs a number from 0 to 100, not '${least ?? ''}'`);
  return { format, threshold };
}

/** Writes what was covered and answers the exit code. */
export function tellCoverage(
  { format, threshold }: CoverageWish,
  { coverage }: Report,
  exitCode: number,
  terminal: Terminal,
): number {
  if (coverage === undefined) return exitCode;
  terminal.out(format.write(coverage, (file) => readFileSync(file, 'utf8')));
  if (threshold === null || coverage.percent >= threshold) return exitCode;
  terminal.err(`covered ${coverage.percent.toFixed(1)} %, less than ${threshold} %\n`);
  return exitCode === DONE ? WRONG_INPUT : exitCode;
}
