import { FORMATS } from '../authoring/formats/formats.ts';
import type { Format } from '../authoring/formats/format.ts';
import { countCases, type Report } from '../authoring/run/report.ts';
import { runSuites, type RunOptions } from '../authoring/node/run-suites.ts';
import { globMatcher } from '../authoring/run/select.ts';
import { updateSuites } from '../authoring/node/update-suites.ts';
import { foldersOf, watchSuites } from '../authoring/node/watch.ts';
import { findSuites, type FoundSuite } from '../library/node/suites/find-suites.ts';
import { visible } from '../library/shown-text.ts';
import { CompileError } from '../library/compile-error.ts';
import {
  CommandError,
  DOES_NOT_COMPILE,
  DONE,
  textOption,
  WRONG_INPUT,
  type OptionValues,
  type Terminal,
} from './command.ts';
import { constantSources } from './constant-options.ts';
import { readFormat } from './format-option.ts';
import { readNow } from './now-option.ts';
import { rootOf } from './root-option.ts';
import { readSeed } from './seed-option.ts';
import { readCoverage, tellCoverage, type CoverageWish } from './tell-coverage.ts';
import { readMutating, tellMutants } from './tell-mutants.ts';

/** Runs `ferrule test` and returns its exit code. */
export async function runTest(
  args: readonly string[],
  options: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const paths = args.length === 0 ? ['.'] : args;
  const format = readFormat(options, FORMATS);
  const [coverage, mutating] = [readCoverage(options), readMutating(options)];
  const root = rootOf(options);
  const how = {
    ...readOptions(options),
    ...(root === undefined ? {} : { root }),
    settings: await constantSources(options),
    covered: coverage !== null,
    ...(mutating === null ? {} : { mutating: mutating.budgetMs }),
  };
  const find = async (): Promise<readonly FoundSuite[]> => (await Promise.all(paths.map(findSuites))).flat();
  const suites = await find();
  if (suites.length === 0) throw new CommandError(`no suites in ${paths.join(', ')}`);
  const run = async (some: readonly FoundSuite[]): Promise<number> => {
    if (options['update'] === true)
      for (const line of await updateSuites(some, how)) terminal.err(`${visible(line)}\n`);
    const report = await runSuites(some, how);
    const to = streamsOf(format, coverage, terminal);
    const colours = terminal.colours === true && to.report === terminal.painted;
    const text = format.write(report, { colours });
    to.report(text);
    const exitCode = exitCodeOf(report, textOption(options, 'filter'));
    const afterCoverage =
      coverage === null ? exitCode : tellCoverage(coverage, report, exitCode, terminal, to.coverage);
    return mutating === null
      ? afterCoverage
      : tellMutants(mutating, report, afterCoverage, terminal, to.mutants);
  };
  if (options['watch'] !== true) return orNotCompiled(() => run(suites));
  await toldOf(terminal, () => run(suites));
  watchSuites(foldersOf(suites), find, (some) => toldOf(terminal, () => run(some)));
  terminal.err('watching; Ctrl-C ends\n');
  return new Promise<number>(() => {});
}

interface Streams {
  readonly report: Terminal['out'];
  readonly coverage: Terminal['out'];
  /** `null` if the JSON contains them. */
  readonly mutants: Terminal['out'] | null;
}

/** Machine-readable output is alone on standard output; messages for people go to standard error. */
function streamsOf(format: Format, coverage: CoverageWish | null, terminal: Terminal): Streams {
  const { out, data, err, painted } = terminal;
  const isCoverageRead = coverage !== null && coverage.format.name !== 'text';
  const people = isCoverageRead || format.name !== 'pretty' ? err : out;
  const report = format.name === 'pretty' ? painted : data;
  const isJson = (isCoverageRead ? coverage.format.name : format.name) === 'json';
  return {
    report: isCoverageRead ? err : report,
    coverage: isCoverageRead ? data : people,
    mutants: isJson ? null : people,
  };
}

function readOptions(options: OptionValues): RunOptions {
  const glob = textOption(options, 'filter');
  return {
    selects: glob === null ? () => true : globMatcher(glob),
    now: readNow(options),
    bail: options['bail'] === true,
    ...readSeed(options),
    lenient: options['lenient'] === true,
  };
}

function exitCodeOf(report: Report, filter: string | null): number {
  const { passed, failed, broken } = countCases(report);
  if (filter !== null && passed + failed + broken === 0)
    throw new CommandError(`no case matches '${filter}'`);
  if (report.suites.some(({ doesNotCompile }) => doesNotCompile === true)) return DOES_NOT_COMPILE;
  return failed + broken === 0 ? DONE : WRONG_INPUT;
}

async function orNotCompiled<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof CompileError) throw new CommandError(error.message, DOES_NOT_COMPILE);
    throw error;
  }
}

/** While watching, problems are reported and the next change is awaited. */
async function toldOf(terminal: Terminal, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    terminal.err(`ferrule: ${visible(error instanceof Error ? error.message : String(error))}\n`);
  }
}
