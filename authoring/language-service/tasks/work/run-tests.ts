import type { LineColumn } from '../../../../compiler/diagnostics/line-column.ts';
import type { LoadModule } from '../../../../library/load-module.ts';
import type { Suite, TestCase } from '../../../../library/suite/suite.ts';
import { readSuite } from '../../../../library/suite/read-suite.ts';
import type { Difference } from '../../../compare/difference.ts';
import { reportCoverage } from '../../../coverage/report-coverage.ts';
import type { Coverage } from '../../../coverage/coverage.ts';
import { runMutants } from '../../../mutate/run-mutants.ts';
import { runProperty } from '../../../properties/run-property.ts';
import { checkNames } from '../../../run/check-names.ts';
import { placeRefused } from '../../../run/place-refused.ts';
import { requestFacts } from '../../../run/request-facts.ts';
import { runCase } from '../../../run/run-case.ts';
import { caseId, suiteId } from '../ids.ts';
import type { Job, JobMessage, JobMutant, JobResult, JobSuite } from '../job.ts';
import { loadRuleset, type LoadedRuleset } from './load.ts';
import { shownRequest } from './shown-request.ts';

interface TestsDone {
  readonly coverage: Coverage | null;
  readonly mutants: readonly JobMutant[] | null;
}

/** Milliseconds for mutants, and the seed of what properties draw: two runs of one text say the same. */
const MUTANTS_MS = 60_000;
const SEED = 1;

type Ran = { readonly one: TestCase; readonly now: number }[];

/** Runs the cases of a ruleset, as `ferrule test` does. Throws CompileError. */
export async function runTests(
  { ruleset, ids, coverage, mutate }: Extract<Job, { kind: 'test' }>,
  load: LoadModule,
  emit: (results: readonly JobResult[]) => void,
): Promise<TestsDone> {
  const loaded = loadRuleset(ruleset, load, coverage);
  const wanted = ids === null ? null : new Set(ids);
  const now = Date.now();
  const ran: Ran = [];
  let hasFailed = false;
  const tell = (result: JobResult): void => {
    if (result.state !== 'passed') hasFailed = true;
    emit([result]);
  };
  for (const suite of ruleset.suites)
    await runSuite(suite, { loaded, wanted, now, ran, lenient: ruleset.lenient }, tell);
  const { tested } = loaded;
  const { collector } = tested;
  return {
    coverage: collector === null ? null : reportCoverage(new Map([['.', collector]])),
    mutants: mutate && !hasFailed ? await mutantsOf(loaded, ran, ruleset.lenient) : null,
  };
}

/** The changes that were tried, from the start of each file to its end. */
async function mutantsOf(
  { tested }: LoadedRuleset,
  ran: Ran,
  lenient: boolean,
): Promise<readonly JobMutant[]> {
  const found: JobMutant[] = [];
  const { survivors } = await runMutants(
    tested,
    ran,
    lenient,
    performance.now() + MUTANTS_MS,
    ({ file, line, column, what }) => {
      found.push({ file, line, column, change: what, survived: false, shown: null });
    },
  );
  const survived = survivors.map(({ file, line, column, what, told }): JobMutant => ({
    ...{ file, line, column, change: what, survived: true },
    shown: told && shownRequest(told, told.decision),
  }));
  return [...found, ...survived].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}

interface Running {
  readonly loaded: LoadedRuleset;
  readonly wanted: ReadonlySet<string> | null;
  readonly now: number;
  readonly ran: Ran;
  readonly lenient: boolean;
}

async function runSuite(
  { key, text, folder }: JobSuite,
  running: Running,
  tell: (result: JobResult) => void,
): Promise<void> {
  const { loaded, wanted, now, ran } = running;
  const read = readSuite(key, text, folder);
  const name = read.ok ? read.suite.name : read.name;
  const id = suiteId(key, name);
  const placed = ({ line, column, message }: LineColumn & { readonly message: string }): JobMessage => ({
    text: message,
    place: { file: key, line, column },
  });
  if (!read.ok) {
    if (wanted === null || wanted.has(id))
      tell({ id, state: 'errored', durationMs: 0, messages: read.problems.map(placed) });
    return;
  }
  const { suite } = read;
  const problems = checkNames(suite, loaded.tested).map(placed);
  const seen = new Map<string, number>();
  const isWanted = (one: string): boolean => wanted === null || wanted.has(one);
  for (const one of suite.cases) {
    const own = caseId(id, one.name, seen);
    if (!isWanted(own)) continue;
    if (problems.length > 0) {
      tell({ id: own, state: 'errored', durationMs: 0, messages: problems });
      continue;
    }
    ran.push({ one, now });
    const started = performance.now();
    const differences = placeRefused(await runCase(loaded.tested, one, now), one, suite);
    tell(resultOf(own, differences, performance.now() - started, { key, place: suite.placeOf(one.path) }));
  }
  for (const property of suite.properties) {
    const own = caseId(id, property.name, seen);
    if (!isWanted(own)) continue;
    if (problems.length > 0) {
      tell({ id: own, state: 'errored', durationMs: 0, messages: problems });
      continue;
    }
    const started = performance.now();
    const how = { now, seed: SEED, known: knownOf(suite, loaded), lenient: running.lenient };
    const { differences, path } = runProperty(loaded.tested, property, how);
    const place = suite.placeOf(path ?? property.path);
    tell(resultOf(own, differences, performance.now() - started, { key, place }));
  }
}

function knownOf({ cases }: Suite, { tested }: LoadedRuleset) {
  return cases.flatMap((one) => {
    const facts = one.steps === null ? requestFacts(tested.engine, one) : null;
    return facts === null ? [] : [facts];
  });
}

function resultOf(
  id: string,
  differences: readonly Difference[],
  durationMs: number,
  { key, place }: { readonly key: string; readonly place: LineColumn },
): JobResult {
  const messages = differences.map(({ what, expected, got, why = [] }) => ({
    text: [`${what}: expected ${expected}, got ${got}`, ...why].join('\n'),
    expected,
    actual: got,
    place: { file: key, line: place.line, column: place.column },
  }));
  return { id, state: differences.length === 0 ? 'passed' : 'failed', durationMs, messages };
}
