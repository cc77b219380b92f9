import { checkNames } from '../../authoring/run/check-names.ts';
import type { TestRuleset } from '../../authoring/run/test-ruleset.ts';
import { readSuite } from '../../library/suite/read-suite.ts';
import type { Suite } from '../../library/suite/suite.ts';
import type { StudioRuleset } from '../protocol/messages.ts';
import { isSuite } from './rulesets.ts';

/** The suites beside the rules that have no problem: those that have one fail when cases run. */
export function soundSuites({ name, files }: StudioRuleset, tested: TestRuleset): readonly Suite[] {
  return files.filter(isSuite).flatMap(({ path, text }) => {
    const read = readSuite(path, text, name);
    return read.ok && checkNames(read.suite, tested).length === 0 ? [read.suite] : [];
  });
}
