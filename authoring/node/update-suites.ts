import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderName, type FoundSuite } from '../../library/node/suites/find-suites.ts';
import { readSuite } from '../../library/suite/read-suite.ts';
import { updateSuiteText } from '../run/update-suite.ts';
import { answerCase } from '../run/run-case.ts';
import type { RunOptions } from './run-suites.ts';
import { loadTestRuleset, type LoadOptions } from './test-ruleset.ts';

/**
 * Writes the results into cases without expectations, except for rows of `each` and cases with steps. Returns one
 * line a suite that was written. Throws SourceError or CompileError.
 */
export async function updateSuites(
  found: readonly FoundSuite[],
  { selects, now, ...how }: Pick<RunOptions, 'selects' | 'now'> & LoadOptions,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { file, ruleset: beside } of found) {
    const text = await readFile(file, 'utf8');
    const read = readSuite(file, text, folderName(file));
    // Its problems are reported when it runs.
    if (!read.ok) continue;
    const { name, ruleset: named, cases } = read.suite;
    const open = cases.filter(
      (one) =>
        one.expect === null &&
        one.steps === null &&
        !one.isRow &&
        (selects(one.name) || selects(`${name} > ${one.name}`)),
    );
    if (open.length === 0) continue;
    const ruleset = await loadTestRuleset(named === null ? beside : join(dirname(file), named), how);
    const updates = [];
    for (const one of open) {
      ruleset.clock.now = one.now ?? now ?? Date.now();
      updates.push({ path: one.path, answer: await answerCase(ruleset, one) });
    }
    await writeFile(file, updateSuiteText(text, updates));
    lines.push(`${file}: ${open.length} ${open.length === 1 ? 'answer' : 'answers'} written`);
  }
  return lines;
}
