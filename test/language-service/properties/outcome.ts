/** The meaning of the texts of a workspace: the constructs of their rulesets, and the results of their suites. */
import { jobOf } from '../../../authoring/language-service/tasks/ruleset-job.ts';
import { loadRuleset } from '../../../authoring/language-service/tasks/work/load.ts';
import type {
  RulesetOfDocument,
  Workspace,
} from '../../../authoring/language-service/workspace/workspace.ts';
import { runProperty } from '../../../authoring/properties/run-property.ts';
import { numbered } from '../../../authoring/fmt/constructs.ts';
import { checkNames } from '../../../authoring/run/check-names.ts';
import { runCase } from '../../../authoring/run/run-case.ts';
import { emitClips } from '../../../compiler/emit/clips/emit-clips.ts';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { readSuite } from '../../../library/suite/read-suite.ts';
import type { Property } from '../../../library/suite/property.ts';
import type { Suite, TestCase } from '../../../library/suite/suite.ts';

/** Gives a name back the spelling that it had. */
type Respell = (text: string) => string;

const SAME: Respell = (text) => text;

/**
 * Every construct, and the settings that no construct holds. Sorted: constructs that differ in nothing but a name may have
 * another order.
 */
export function meaningOf(workspace: Workspace, respell: Respell = SAME): readonly string[] {
  return workspace.rulesets().flatMap(({ analysis: { ruleset, diagnostics } }) => {
    if (ruleset === null) return diagnostics.map(({ message }) => respell(message)).sort();
    const { decide, focusOrder, hierarchies, input, authzen, budgets } = ruleset;
    const settings = { decide, default: ruleset.default, focusOrder, hierarchies, input, authzen, budgets };
    const constructs = emitClips(ruleset).split(/\n\n(?=\()/);
    return [
      ...constructs.map((one) => respell(numbered(one.trim()))).sort(),
      respell(withoutPlaces(settings)),
    ];
  });
}

const withoutPlaces = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'at') return undefined;
    return typeof inner === 'bigint' ? `${inner}n` : inner instanceof Map ? [...inner] : inner;
  });

/** A case or a property of a suite, as it is read. */
interface ReadTest {
  readonly ruleset: RulesetOfDocument;
  readonly suite: Suite;
  readonly text: string;
  readonly one: { readonly case: TestCase } | { readonly property: Property };
}

/** Every case and property in the order of the suites. Throws Error for a suite that cannot be read. */
export function testsOf(workspace: Workspace): readonly ReadTest[] {
  return workspace.rulesets().flatMap((ruleset) =>
    jobOf(ruleset, workspace).suites.flatMap(({ key, text, folder }) => {
      const read = readSuite(key, text, folder);
      if (!read.ok) throw new Error(`${key} is not a suite: ${JSON.stringify(read.problems)}`);
      const { suite } = read;
      return [
        ...suite.cases.map((one) => ({ ruleset, suite, text: textOf(one), one: { case: one } })),
        ...suite.properties.map((one) => ({ ruleset, suite, text: textOf(one), one: { property: one } })),
      ];
    }),
  );
}

const nameOf = (one: ReadTest['one']): string => ('case' in one ? one.case : one.property).name;

const textOf = (one: unknown): string =>
  JSON.stringify(one, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));

/** The requests that a property tries here: its conditions must still be those of the ruleset. */
const RUNS = 20;

/** What differs from the expectations of cases and properties. */
export async function failuresOf(
  workspace: Workspace,
  tests: readonly ReadTest[],
): Promise<readonly string[]> {
  const failures: string[] = [];
  const now = Date.now();
  for (const ruleset of new Set(tests.map((test) => test.ruleset))) {
    const own = tests.filter((test) => test.ruleset === ruleset);
    const { tested } = loadRuleset(jobOf(ruleset, workspace), loadModule);
    for (const suite of new Set(own.map((test) => test.suite)))
      failures.push(...checkNames(suite, tested).map(({ message }) => message));
    for (const { one } of own) {
      const differences =
        'case' in one
          ? await runCase(tested, one.case, now)
          : runProperty(tested, one.property, { now, seed: 1, known: [], lenient: false, runs: RUNS })
              .differences;
      failures.push(...differences.map((found) => `${nameOf(one)}: ${JSON.stringify(found).slice(0, 300)}`));
    }
  }
  return failures;
}
