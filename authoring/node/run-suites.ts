import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { LineColumn } from '../../compiler/diagnostics/line-column.ts';
import { reportCoverage } from '../coverage/report-coverage.ts';
import { runMutants, type MutationReport } from '../mutate/run-mutants.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { CompileError } from '../../library/compile-error.ts';
import { failToRead, SourceError } from '../../library/source-error.ts';
import { folderName, type FoundSuite } from '../../library/node/suites/find-suites.ts';
import { readSuite } from '../../library/suite/read-suite.ts';
import type { Suite, SuiteProblem, TestCase } from '../../library/suite/suite.ts';
import { checkNames } from '../run/check-names.ts';
import type { CaseReport, Report, SuiteReport } from '../run/report.ts';
import { placeRefused } from '../run/place-refused.ts';
import { requestFacts } from '../run/request-facts.ts';
import { runCase } from '../run/run-case.ts';
import { loadTestRuleset, type LoadOptions } from './test-ruleset.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';

const MOST_SEED = 0x7fffffff;

export interface RunOptions extends LoadOptions {
  /** Filter of the cases to run, by `suite > case` and by `case`. */
  readonly selects: (name: string) => boolean;
  /** Clock of cases whose suite says none, in milliseconds; null: the system's, read once. */
  readonly now: number | null;
  /** Ends with the first case that fails. */
  readonly bail: boolean;
  /** Seed of properties (default: from the clock). */
  readonly seed?: number;
  /** Requests that are drawn for a property; left out: as many as usual. */
  readonly drawn?: number;
  /** Time limit for mutation testing in milliseconds (default: off). */
  readonly mutating?: number;
}

/** Runs suites one after the other; a ruleset is compiled once. Throws SourceError. */
export async function runSuites(found: readonly FoundSuite[], options: RunOptions): Promise<Report> {
  const started = performance.now();
  const rulesets = new Map<string, TestRuleset>();
  const suites: SuiteReport[] = [];
  const ran: Ran = new Map();
  for (const one of found) {
    const report = await runFile(one, rulesets, ran, {
      ...options,
      now: options.now ?? Date.now(),
      seed: options.seed ?? Date.now() % MOST_SEED,
    });
    suites.push(report);
    if (options.bail && hasFailed(report)) break;
  }
  const collectors = [...rulesets.values()].flatMap(({ path, collector }) =>
    collector === null ? [] : [[path, collector] as const],
  );
  return {
    suites,
    durationMs: performance.now() - started,
    ...(await mutate(ran, rulesets, options, suites.some(hasFailed))),
    ...(options.covered === true ? { coverage: reportCoverage(new Map(collectors)) } : {}),
  };
}

/** The cases that ran, by the path of their ruleset. */
type Ran = Map<string, { readonly one: TestCase; readonly now: number }[]>;

/** Mutants of every ruleset whose cases ran. Cases that fail on the ruleset itself could notice nothing. */
async function mutate(
  ran: Ran,
  rulesets: ReadonlyMap<string, TestRuleset>,
  { mutating, lenient }: RunOptions,
  failed: boolean,
): Promise<Pick<Report, 'mutants'>> {
  if (mutating === undefined || failed) return {};
  const until = performance.now() + mutating;
  const mutants: MutationReport[] = [];
  for (const [key, cases] of ran) {
    const ruleset = rulesets.get(key);
    if (ruleset !== undefined) mutants.push(await runMutants(ruleset, cases, lenient, until));
  }
  return { mutants };
}

function hasFailed({ problems, cases }: SuiteReport): boolean {
  return problems.length > 0 || cases.some(({ differences }) => differences.length > 0);
}

interface Clocked extends RunOptions {
  readonly now: number;
  readonly seed: number;
}

async function runFile(
  { file, ruleset: beside }: FoundSuite,
  rulesets: Map<string, TestRuleset>,
  ran: Ran,
  options: Clocked,
): Promise<SuiteReport> {
  const started = performance.now();
  const confine = options.confine ?? ((path: string) => Promise.resolve(path));
  const read = readSuite(
    file,
    await readFile(await confine(file), 'utf8').catch((error: unknown) => failToRead(file, error)),
    folderName(file),
  );
  const report = (
    name: string,
    ruleset: string,
    problems: readonly SuiteProblem[],
    cases: readonly CaseReport[],
  ): SuiteReport => ({ file, name, ruleset, problems, cases, durationMs: performance.now() - started });
  if (!read.ok) return report(read.name, beside, read.problems, []);
  const { suite } = read;
  const path = await confine(suite.ruleset === null ? beside : join(dirname(file), suite.ruleset));
  const loaded = await loadOnce(path, rulesets, options).catch(compileError);
  if (loaded instanceof SourceError) {
    // A file without `ruleset` is beside its own: that it is missing is not the suite's problem.
    if (suite.ruleset === null) throw loaded;
    const problem = { ...suite.placeOf(['ruleset']), message: loaded.message };
    return report(suite.name, path, [problem], []);
  }
  if (loaded instanceof CompileError) {
    const message = `the ruleset does not compile: ${loaded.message}`;
    return { ...report(suite.name, path, [{ line: 1, column: 1, message }], []), doesNotCompile: true };
  }
  const problems = checkNames(suite, loaded);
  if (problems.length > 0) return report(suite.name, path, problems, []);
  const { selects, now } = options;
  const cases = suite.cases.filter(({ name }) => selects(name) || selects(`${suite.name} > ${name}`));
  ran.set(resolve(path), [...(ran.get(resolve(path)) ?? []), ...cases.map((one) => ({ one, now }))]);
  const ranCases = await runCases(suite, cases, loaded, options);
  const stopped = options.bail && ranCases.some(({ differences }) => differences.length > 0);
  const properties = stopped ? [] : await runProperties(suite, loaded, options);
  return report(suite.name, path, [], [...ranCases, ...properties]);
}

/** A ruleset that does not compile, or is missing, is a finding about its own suites: the others run. */
function compileError(error: unknown): CompileError | SourceError {
  if (error instanceof CompileError || error instanceof SourceError) return error;
  throw error;
}

async function loadOnce(
  path: string,
  rulesets: Map<string, TestRuleset>,
  options: RunOptions,
): Promise<TestRuleset> {
  const key = resolve(path);
  const loaded = rulesets.get(key) ?? (await loadTestRuleset(path, options));
  rulesets.set(key, loaded);
  return loaded;
}

async function runCases(
  suite: Suite,
  cases: readonly TestCase[],
  ruleset: TestRuleset,
  { now, bail }: Clocked,
): Promise<readonly CaseReport[]> {
  const reports: CaseReport[] = [];
  for (const one of cases) {
    const report = await runOne(suite, one, ruleset, now);
    reports.push(report);
    if (bail && report.differences.length > 0) break;
  }
  return reports;
}

/** Loaded when needed: most suites have no properties. */
async function runProperties(
  { name: suite, properties, cases, placeOf }: Suite,
  ruleset: TestRuleset,
  { selects, now, seed, lenient, drawn }: Clocked,
): Promise<readonly CaseReport[]> {
  const chosen = properties.filter(({ name }) => selects(name) || selects(`${suite} > ${name}`));
  if (chosen.length === 0) return [];
  const { runProperty } = await import('../properties/run-property.ts');
  const known: readonly (readonly FactInput[])[] = cases
    .filter(({ steps }) => steps === null)
    .flatMap((one) => {
      const facts = requestFacts(ruleset.engine, one);
      return facts === null ? [] : [facts];
    });
  const how = { now, seed, lenient, known, ...(drawn === undefined ? {} : { runs: drawn }) };
  return chosen.map((property) => {
    const started = performance.now();
    const { differences, note, verdict, path } = runProperty(ruleset, property, how);
    const durationMs = performance.now() - started;
    const place = (): LineColumn => placeOf(path ?? property.path);
    return {
      name: property.name,
      place,
      differences,
      durationMs,
      ...(note === null ? {} : { note }),
      ...(verdict === undefined ? {} : { verdict }),
    };
  });
}

async function runOne(suite: Suite, one: TestCase, ruleset: TestRuleset, now: number): Promise<CaseReport> {
  const started = performance.now();
  const found = await runCase(ruleset, one, now);
  const differences = found.length === 0 ? found : placeRefused(found, one, suite);
  const durationMs = performance.now() - started;
  return { name: one.name, place: () => suite.placeOf(one.path), differences, durationMs };
}
