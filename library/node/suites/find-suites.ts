import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { failToRead, SourceError } from '../../source-error.ts';

/** A file of cases and the ruleset beside it. */
export interface FoundSuite {
  readonly file: string;
  readonly ruleset: string;
}

/** Name of the folder of a suite. */
export function folderName(file: string): string {
  return basename(dirname(resolve(file)));
}

const CASES = 'cases.json';
const SUITE = /\.test\.ya?ml$/;
/** Holds graphs of runs: no ruleset, and no part of one. */
const GRAPHS = 'graphs';

/**
 * The suites of a path. A folder is a ruleset: its suites are the files `cases.json` and `*.test.yaml` in it, at any
 * depth. The suites of a file `x.yaml` are `x.test.yaml` and `x.test.yml` beside it. A suite itself belongs to
 * `x.yaml` if that is beside it, else to its folder. A folder named `graphs` has none. Throws SourceError.
 */
export async function findSuites(path: string): Promise<readonly FoundSuite[]> {
  const kind = await stat(path).catch((error: unknown) => failToRead(path, error));
  if (kind.isDirectory()) {
    if (basename(resolve(path)) === GRAPHS) return [];
    const files = await suitesIn(path);
    return required(
      path,
      files.map((file) => ({ file, ruleset: path })),
      `${CASES} or *.test.yaml`,
    );
  }
  if (basename(path) === CASES) return [{ file: path, ruleset: dirname(path) }];
  if (SUITE.test(path)) {
    const beside = await existing([path.replace(SUITE, '.yaml'), path.replace(SUITE, '.yml')]);
    return [{ file: path, ruleset: beside[0] ?? dirname(path) }];
  }
  const stem = path.replace(/\.ya?ml$/, '');
  const files = await existing([`${stem}.test.yaml`, `${stem}.test.yml`]);
  return required(
    path,
    files.map((file) => ({ file, ruleset: path })),
    `${basename(stem)}.test.yaml beside it`,
  );
}

function required(path: string, found: readonly FoundSuite[], expected: string): readonly FoundSuite[] {
  if (found.length === 0) throw new SourceError(path, 'missing', `has no suite: no ${expected}`);
  return found;
}

async function suitesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    failToRead(folder, error),
  );
  const sorted = entries
    .filter(({ name }) => !name.startsWith('../../../authoring/node'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of sorted) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== GRAPHS) found.push(...(await suitesIn(path)));
    if (!entry.isDirectory() && (entry.name === CASES || SUITE.test(entry.name))) found.push(path);
  }
  return found;
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths)
    if (
      await stat(path).then(
        (one) => one.isFile(),
        () => false,
      )
    )
      found.push(path);
  return found;
}
