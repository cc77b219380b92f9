import { readFileSync } from 'node:fs';
import { COVERAGE_FORMATS, type CoverageFormat } from '../authoring/coverage/formats/formats.ts';
import type { Report } from '../authoring/run/report.ts';
import { DONE, textOption, usageError, WRONG_INPUT, type OptionValues, type Terminal } from './command.ts';

export interface CoverageWish {
  readonly format: CoverageFormat;
  /** In percent; null: any will do. */
  readonly threshold: number | null;
}

/** Options `--coverage` and `--threshold`; null if unset. */
export function readCoverage(options: OptionValues): CoverageWish | null {
  const [name, least] = [options['coverage'], textOption(options, 'threshold')];
  // The score of mutants, if only they are requested.
  if (name === undefined && (least === null || options['mutate'] === true)) return null;
  const wanted = typeof name === 'string' ? name : 'text';
  const format = COVERAGE_FORMATS.find((one) => one.name === wanted);
  const known = COVERAGE_FORMATS.map((one) => one.name).join(', ');
  if (format === undefined) throw usageError(`unknown coverage format '${wanted}' (${known})`);
  return { format, threshold: readThreshold(options) };
}

/** `null` if none was given. */
export function readThreshold(options: OptionValues): number | null {
  const least = textOption(options, 'threshold');
  if (least === null) return null;
  const threshold = Number(least);
  if (threshold >= 0 && threshold <= 100) return threshold;
  throw usageError(`--threshold needs a number from 0 to 100, not '${least}'`);
}

/** Writes the coverage and returns the exit code. */
export function tellCoverage(
  { format, threshold }: CoverageWish,
  { coverage, mutants }: Report,
  exitCode: number,
  terminal: Terminal,
  write: Terminal['out'],
): number {
  if (coverage === undefined) return exitCode;
  write(format.write(coverage, (file) => readFileSync(file, 'utf8'), mutants));
  const { percent } = coverage;
  if (threshold === null || (percent !== null && percent >= threshold)) return exitCode;
  terminal.err(
    percent === null
      ? 'nothing to cover, so no threshold is reached\n'
      : `covered ${percent.toFixed(1)} %, less than ${threshold} %\n`,
  );
  return exitCode === DONE ? WRONG_INPUT : exitCode;
}
