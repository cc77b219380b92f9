import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadModule } from '../library/node/load-ruleset.ts';
import { analyze } from '../authoring/analyze/analyze.ts';
import { ANALYSIS_FORMATS } from '../authoring/analyze/formats/formats.ts';
import { suiteRequests } from '../library/node/suites/suite-requests.ts';
import { readBudget } from './budget-option.ts';
import { DOES_NOT_COMPILE, DONE, WRONG_INPUT, type OptionValues, type Terminal } from './command.ts';
import { compilePath, requireOk } from './compile-path.ts';
import { constantSources } from './constant-options.ts';
import { printerOf, readFormat } from './format-option.ts';
import { readNow } from './now-option.ts';

/** Runs `ferrule analyze` and returns its exit code. */
export async function runAnalyze(
  [path = '']: readonly string[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const format = readFormat(options, ANALYSIS_FORMATS);
  const budgetMs = readBudget(options);
  const now = readNow(options) ?? Date.now();
  const settings = await constantSources(options);
  const compilation = await compilePath(
    path,
    { lenient: options['lenient'] === true, cells: true },
    settings,
  );
  // The warnings of one that compiles are among the findings.
  if (!compilation.ok) requireOk(compilation, terminal, DOES_NOT_COMPILE);
  const isFolder = (await stat(path)).isDirectory();
  const requests = await suiteRequests(path, now);
  const analysis = analyze(compilation, loadModule, {
    requests,
    now,
    ...(budgetMs === null ? {} : { budgetMs }),
  });
  const pathOf = (file: string): string => (isFolder ? join(path, file) : path).replaceAll('\\', '/');
  printerOf(format, terminal)(format.write(analysis, { pathOf }));
  return analysis.findings.some(({ severity }) => severity === 'warning') ? WRONG_INPUT : DONE;
}
