import { readFile } from 'node:fs/promises';
import { SourceError } from '../../source-error.ts';
import { findSuites, folderName } from './find-suites.ts';
import { readSuite } from '../../suite/read-suite.ts';
import type { Request } from '../../suite/request.ts';

/**
 * The requests of the test cases beside a ruleset: they show what it can do. Cases of sessions, and suites of another
 * ruleset or with problems, give none.
 */
export async function suiteRequests(path: string, now: number): Promise<readonly Request[]> {
  const suites = await findSuites(path).catch((error: unknown) => {
    if (error instanceof SourceError) return [];
    throw error;
  });
  const requests: Request[] = [];
  for (const { file } of suites) {
    const read = readSuite(file, await readFile(file, 'utf8'), folderName(file));
    if (!read.ok || read.suite.ruleset !== null) continue;
    for (const one of read.suite.cases)
      if (one.steps === null) requests.push({ facts: one.facts, input: one.input, now: one.now ?? now });
  }
  return requests;
}
