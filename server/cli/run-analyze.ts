import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { analyze } from '../authors/analyze/analyze.ts';
import { ANALYSIS_FORMATS } from '../authors/analyze/formats/formats.ts';
import type { AnalysisFormat } from '../authors/analyze/formats/format.ts';
import { suiteRequests } from '../authors/analyze/suite-requests.ts';
import { readTime } from '../authors/suite/read-time.ts';
import { readBudget } from './budget-option.ts';
import {
  CommandError,
  DOES_NOT_COMPILE,
  DONE,
  textOption,
  usageError,
  WRONG_INPUT,
  type OptionValues,
  type Terminal,
} from './command.ts';
import { compilePath, requireOk } from './compile-path.ts';
import { constantSources } from './constant-options.ts';

/** Runs `ferrule analyze` and answers its exit code. */
export async function runAnalyze(
  [path = '']: readonly string[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const format = readFormat(options);
  const budgetMs = readBudget(options);
  const now = readClock(textOption(options, 'now'));
  const settings = await constantSources(options);
  const compilation = await compilePath(path, { lenient: options['lenient'] === true }, settings);
  if (!compilation.ok) {
    try {
      requireOk(compilation, terminal);
    } catch (error) {
      throw error instanceof CommandError ? new CommandError(error.message, DOES_NOT_COMPILE) : error;
    }
  }
  const isFolder = (await stat(path)).isDirectory();
  if (!compilation.ok) return DOES_NOT_COMPILE;
  const requests = await suiteRequests(path, now);
  const analysis = analyze(compilation, { requests, now, ...(budgetMs === null ? {} : { budgetMs }) });
  const pathOf = (file: string): string => (isFolder ? join(path, file) : path).replaceAll('\\', '/');
  terminal.out(format.write(analysis, { pathOf }));
  return analysis.findings.some(({ severity }) => severity === 'warning') ? WRONG_INPUT : DONE;
}

function readFormat(options: OptionValues): AnalysisFormat {
  const given = textOption(options, 'format');
  const json = options['json'] === true;
  if (json && given !== null && given !== 'json') throw usageError('--json and --format exclude each other');
  const name = json ? 'json' : (given ?? 'text');
  const format = ANALYSIS_FORMATS.find((one) => one.name === name);
  if (format !== undefined) return format;
  throw usageError(`unknown format '${name}' (${ANALYSIS_FORMATS.map((one) => one.name).join(', ')})`);
}

function readClock(text: string | null): number {
  if (text === null) return Date.now();
  const now = readTime(text);
  if (now === null)
    throw usageError(`--now needs a time such as 2026-01-31T12:00:00Z, or seconds, not '${text}'`);
  return now;
}
