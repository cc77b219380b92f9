import { basename, dirname, join, posix, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { isDataFile } from '../../../compiler/read/data-file-names.ts';
import { importsOf } from '../../../compiler/read/imports.ts';
import { namedFiles } from '../../../compiler/read/named-files.ts';
import { readRulesetSources } from '../sources.ts';
import { fingerprint, stampsOf, type Fingerprint } from './fingerprint.ts';

/**
 * Time for changed files to settle: a writer may still be active, and a second change within the resolution of the file
 * system's clock would look like the first.
 */
const SETTLE_MS = 100;
/** An empty file is most likely being rewritten at this moment. */
const SETTLE_EMPTY_MS = 1_000;
const MOST_ATTEMPTS = 20;

interface StableSources {
  readonly sources: readonly Source[];
  readonly fingerprint: string;
  readonly others: OtherFiles;
  /** For the ruleset when it has no name of its own. */
  readonly name: string;
}

/**
 * Files outside the ruleset's own file or folder that were read, or would have been if they existed: imports, and files that a
 * single file names.
 */
export interface OtherFiles {
  /** The files, and the folders that they are in. */
  readonly paths: readonly string[];
  readonly stamps: string;
}

/**
 * Reads a ruleset's files as they were at one moment.
 *
 * @param root root directory for links inside the ruleset (default: its own folder)
 * @param imports root directory for imports (default: `root` if set, else the parent of the ruleset)
 * Throws SourceError.
 */
export async function readStable(
  path: string,
  folder: boolean,
  root: string = path,
  imports?: string,
): Promise<StableSources> {
  const name = basename(path).replace(/\.ya?ml$/, '');
  // Known after the first attempt.
  let others: readonly string[] = [];
  for (let attempt = 1; ; attempt++) {
    const stamps = stampsOf(others);
    const before = fingerprint(path, folder);
    const left = before === null ? 0 : timeToSettle(before);
    if (left > 0 && attempt < MOST_ATTEMPTS) {
      await sleep(Math.min(left, SETTLE_MS));
      continue;
    }
    const sources = await readRulesetSources(path, root, imports);
    const after = fingerprint(path, folder);
    const read = othersOf(path, folder, sources, imports ?? (root === path ? dirname(path) : root));
    const isStable =
      before !== null &&
      before.text === after?.text &&
      read.join('|') === others.join('|') &&
      stamps === stampsOf(read);
    others = read;
    if (isStable || attempt >= MOST_ATTEMPTS) {
      const found = { paths: others, stamps: stampsOf(others) };
      return { sources, fingerprint: after?.text ?? '', others: found, name };
    }
  }
}

function othersOf(
  path: string,
  folder: boolean,
  sources: readonly Source[],
  root: string,
): readonly string[] {
  const others = folder ? sources.filter((source) => source.path.startsWith('../')) : sources.slice(1);
  const from = folder ? path : dirname(path);
  const paths = new Set<string>();
  for (const { path: name } of others) {
    // A file that comes or goes changes its folder's time.
    for (let part = name; part !== '.' && !/(?:^|\/)\.\.$/.test(part); part = posix.dirname(part))
      paths.add(join(from, part));
  }
  for (const name of namedIn(sources)) {
    const wanted = join(from, name);
    const isOwn = folder && !name.startsWith('../');
    if (!isOwn && wanted.startsWith(root.endsWith(sep) ? root : root + sep)) paths.add(wanted);
  }
  return [...paths].sort();
}

/** Paths that sources name, existing or not. */
function namedIn(sources: readonly Source[]): readonly string[] {
  return sources.flatMap((source) => [
    ...(/\bimports\b/.test(source.text) ? importsOf(source) : []),
    ...(/\.(?:csv|json)\b/i.test(source.text) && !isDataFile(source.path) ? namedFiles(source) : []),
  ]);
}

/** Milliseconds until the files have been unchanged for long enough. A modification time in the future is ignored. */
function timeToSettle({ changedMs, empty }: Fingerprint): number {
  const age = Date.now() - changedMs;
  return age < 0 ? 0 : (empty ? SETTLE_EMPTY_MS : SETTLE_MS) - age;
}
