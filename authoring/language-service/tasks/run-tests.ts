import type { Coverage as RulesetCoverage } from '../../coverage/coverage.ts';
import { keyOf } from '../documents/uri.ts';
import { RequestError, type Location, type Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import type { JobMutant, JobResult, RunJob, TestState } from './job.ts';
import { keepCoverage } from './measured-coverage.ts';
import { firstError, jobOf, locate } from './ruleset-job.ts';
import { keepShown, type ShownCase } from './shown-cases.ts';
import { casesOf, itemOfSuite } from './test-items.ts';

interface RunTestsParams {
  readonly ids?: readonly string[];
  readonly coverage?: boolean;
  readonly mutate?: boolean;
}

export interface TestResult {
  readonly id: string;
  readonly state: TestState;
  readonly durationMs: number;
  readonly messages: readonly {
    readonly text: string;
    readonly expected?: string;
    readonly actual?: string;
    readonly location?: Location;
  }[];
}

interface Ran {
  readonly results: TestResult[];
  readonly coverage: Coverage[];
  readonly mutants: Mutant[];
}

interface Coverage {
  readonly uri: string;
  readonly rules: {
    readonly rule: string;
    readonly range: Range;
    readonly fired: number;
    readonly conditions: readonly { readonly range: Range; readonly held: number; readonly failed: number }[];
  }[];
}

interface Mutant {
  readonly uri: string;
  readonly range: Range;
  readonly change: string;
  readonly survived: boolean;
}

/** `ferrule/runTests`: the rulesets one after the other, on the texts that the editor shows. */
export async function runTests(
  workspace: Workspace,
  { ids, coverage = false, mutate = false }: RunTestsParams,
  run: RunJob,
  onResults: (results: readonly TestResult[]) => void,
): Promise<object> {
  const chosen = ids === undefined ? null : new Set(ids);
  const all: Ran = { results: [], coverage: [], mutants: [] };
  for (const ruleset of workspace.rulesets()) {
    const isWhole = chosen?.has(ruleset.key) === true;
    const own = casesOf(ruleset.suites.map(itemOfSuite), isWhole ? null : chosen);
    if (own.length > 0)
      await runRuleset(workspace, ruleset, { ids: own, coverage, mutate }, run, all, (results) => {
        all.results.push(...results);
        onResults(results);
      });
  }
  return {
    results: all.results,
    ...(coverage ? { coverage: all.coverage } : {}),
    ...(mutate ? { mutants: all.mutants } : {}),
  };
}

async function runRuleset(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  asked: { readonly ids: readonly string[]; readonly coverage: boolean; readonly mutate: boolean },
  run: RunJob,
  all: Ran,
  emit: (results: readonly TestResult[]) => void,
): Promise<void> {
  const placed = (result: JobResult): TestResult => ({
    ...result,
    messages: result.messages.map(({ place, ...message }) => {
      const location = place === undefined ? null : locate(workspace, ruleset, place);
      return location === null ? message : { ...message, location };
    }),
  });
  const left = new Set(asked.ids);
  const tell = (results: readonly JobResult[]): void => {
    for (const { id } of results) left.delete(id);
    emit(results.map(placed));
  };
  const errored = (message: JobResult['messages'][number]): void => {
    tell([...left].map((id) => ({ id, state: 'errored', durationMs: 0, messages: [message] })));
  };
  const exists = ruleset.analysis.members.some(({ document }) => document.kind === 'ruleset');
  const error = exists
    ? firstError(ruleset)
    : { text: `the ruleset ${ruleset.name} does not exist in the workspace` };
  if (error !== null) {
    errored(error);
    return;
  }
  try {
    const job = { kind: 'test', ruleset: jobOf(ruleset, workspace), ...asked } as const;
    const done = (await run(job, tell)) as {
      readonly coverage: RulesetCoverage | null;
      readonly mutants: readonly JobMutant[] | null;
    };
    if (done.coverage !== null) {
      keepCoverage(ruleset, done.coverage);
      all.coverage.push(...coverageOf(workspace, ruleset, done.coverage));
    }
    if (done.mutants !== null) all.mutants.push(...mutantsOf(workspace, ruleset, done.mutants));
  } catch (problem) {
    // Ended by a limit, or refused: what has no result yet has this one.
    if (!(problem instanceof RequestError) || problem.code === REQUEST_CANCELLED) throw problem;
    errored({ text: problem.message });
  }
}

/** The changes that were tried; the code actions offer those that no case finds as cases. */
function mutantsOf(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  mutants: readonly JobMutant[],
): readonly Mutant[] {
  const placed = mutants.flatMap((mutant) => {
    const location = locate(workspace, ruleset, mutant);
    return location === null ? [] : [{ mutant, location }];
  });
  const shown = placed.flatMap(({ mutant: { change, shown: request }, location }): readonly ShownCase[] => {
    const line = location.range.start.line;
    return request === null ? [] : [{ key: keyOf(location.uri), line, name: `not ${change}`, request }];
  });
  keepShown(ruleset, 'mutants', shown);
  return placed.map(({ mutant: { change, survived }, location }) => ({ ...location, change, survived }));
}

/** The client cancelled the request. */
export const REQUEST_CANCELLED = -32800;

function coverageOf(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  { rulesets }: RulesetCoverage,
): readonly Coverage[] {
  const byUri = new Map<string, Coverage>();
  for (const { rule, file, line, column, fired, conditions, cells } of rulesets.flatMap((one) => one.rules)) {
    const location = locate(workspace, ruleset, { file, line, column });
    if (location === null) continue;
    const { uri, range } = location;
    const ranges = [...conditions, ...cells].flatMap((one) => {
      const at = locate(workspace, ruleset, { file, line: one.line, column: one.column }, one.text);
      return at === null ? [] : [{ range: at.range, held: one.held, failed: one.failed }];
    });
    const own = byUri.get(uri) ?? { uri, rules: [] };
    own.rules.push({ rule, range, fired, conditions: ranges });
    byUri.set(uri, own);
  }
  return [...byUri.values()];
}
