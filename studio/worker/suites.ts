import { checkNames } from '../../authoring/run/check-names.ts';
import type { TestRuleset } from '../../authoring/run/test-ruleset.ts';
import { readSuite } from '../../library/suite/read-suite.ts';
import type { Suite } from '../../library/suite/suite.ts';
import { isSuite } from '../protocol/file-kinds.ts';
import type { StudioRuleset } from '../protocol/messages.ts';

type ReadSuite = { readonly path: string; readonly name: string } & (
  | { readonly ok: true; readonly suite: Suite }
  /** Problems, each with its place. */
  | { readonly ok: false; readonly problems: readonly string[] }
);

/** The suites beside the rules, as far as they can be read and name what the rules have. */
export function suitesOf({ name, files }: StudioRuleset, tested: TestRuleset): readonly ReadSuite[] {
  return files.filter(isSuite).map(({ path, text }): ReadSuite => {
    const read = readSuite(path, text, name);
    const problems = read.ok ? checkNames(read.suite, tested) : read.problems;
    if (read.ok && problems.length === 0) return { path, name: read.suite.name, ok: true, suite: read.suite };
    return {
      path,
      name: read.ok ? read.suite.name : read.name,
      ok: false,
      problems: problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`),
    };
  });
}

/** The suites without problems: the others fail when cases run. */
export const soundSuites = (ruleset: StudioRuleset, tested: TestRuleset): readonly Suite[] =>
  suitesOf(ruleset, tested).flatMap((one) => (one.ok ? [one.suite] : []));
