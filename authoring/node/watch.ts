import { watch, type FSWatcher } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { FoundSuite } from '../../library/node/suites/find-suites.ts';

/** Editors write a file in several steps; what changes within this time is one change. */
const QUIET_MS = 40;

/**
 * Calls back with the suites that a change reaches: those of a ruleset whose file changed, or the suite that changed
 * itself. Files that come or go count. Never ends by itself.
 *
 * @param find the suites there are now
 * @returns ends the watching
 */
export function watchSuites(
  folders: readonly string[],
  find: () => Promise<readonly FoundSuite[]>,
  run: (reached: readonly FoundSuite[]) => Promise<void>,
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const paths = [...changed];
    changed.clear();
    const reached = (await find()).filter((suite) => paths.some((path) => reaches(path, suite)));
    if (reached.length > 0) await run(reached);
  };
  const watchers = folders.map((folder): FSWatcher =>
    watch(folder, { recursive: true }, (_, name) => {
      if (name === null || !/\.(?:ya?ml|json|csv)$/.test(name)) return;
      changed.add(resolve(folder, name));
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(flush);
      }, QUIET_MS);
    }),
  );
  return () => {
    if (timer !== null) clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** True if a change of a file affects a suite. A changed suite affects only itself. */
function reaches(path: string, { file, ruleset }: FoundSuite): boolean {
  if (/\.test\.ya?ml$|[\\/]cases\.json$/.test(path)) return resolve(file) === path;
  const way = relative(resolve(ruleset), path);
  return !way.startsWith(`..${sep}`) && way !== '..';
}

/** The folders to watch for some paths, none inside another. */
export function foldersOf(suites: readonly FoundSuite[]): readonly string[] {
  const all = suites.flatMap(({ file, ruleset }) => [
    dirname(resolve(file)),
    /\.ya?ml$/.test(ruleset) ? dirname(resolve(ruleset)) : resolve(ruleset),
  ]);
  const folders = [...new Set(all)];
  return folders.filter((one) => !folders.some((other) => other !== one && one.startsWith(other + sep)));
}
