import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { posix } from 'node:path';
import { GRAPHS_FOLDER } from '../../graphs/graph.ts';

/** Location of a ruleset that a request names, or the reason why it was not found. */
type Location =
  | {
      readonly kind: 'found';
      /** Real path, links resolved. */
      readonly path: string;
      readonly folder: boolean;
    }
  | { readonly kind: 'outside' }
  | { readonly kind: 'missing' };

const OUTSIDE: Location = { kind: 'outside' };
const MISSING: Location = { kind: 'missing' };
const SUFFIXES = ['', '.yaml', '.yml'];
const LONGEST_NAME = 1024;

/**
 * One spelling of a ruleset's name: no empty or `.` segments, `..` worked out. `null` if it is not a path under the
 * root: empty, absolute, leaving the root, with a control character or a backslash (a separator elsewhere).
 */
export function normalName(name: string): string | null {
  if (name === '' || name.length > LONGEST_NAME || posix.isAbsolute(name)) return null;
  if (/\p{Cc}|\\/u.test(name)) return null;
  const normal = posix.normalize(name).replace(/\/$/, '');
  return normal === '..' || normal.startsWith('../') ? null : normal;
}

/** Names that may be rulesets of a folder under the root, without their suffix; none when it is not there. */
export function rulesetsIn(root: string, folder: string): string[] {
  try {
    const realRoot = realpathSync.native(root);
    const real = realpathSync.native(join(realRoot, folder));
    if (real !== realRoot && !real.startsWith(realRoot + sep)) return [];
    return readdirSync(real, { withFileTypes: true })
      .filter(({ name }) => isRulesetName(name))
      .filter((entry) => entry.isDirectory() || /\.ya?ml$/.test(entry.name))
      .map(({ name }) => posix.join(folder, name).replace(/\.ya?ml$/, ''));
  } catch {
    return [];
  }
}

/** True if the path can be a ruleset: hidden files, tests and graphs cannot. */
function isRulesetName(path: string): boolean {
  if (path === '' || path === '.') return true;
  const segments = path.split(/[/\\]/);
  if (segments.some((segment) => segment.startsWith('.'))) return false;
  return !segments.includes(GRAPHS_FOLDER) && !/\.test\.ya?ml$/.test(path);
}

/**
 * Finds the ruleset of this normal name under the root: a folder, or a file with its suffix or without. Links are
 * followed as long as they stay under the root. Only YAML files are rulesets: no other file is ever read.
 */
export function locate(root: string, name: string): Location {
  return isRulesetName(name) ? locateYaml(root, name, isRulesetName) : MISSING;
}

/** The same for any YAML file. `accept`: called with the real path relative to the root. */
export function locateYaml(root: string, name: string, accept: (path: string) => boolean): Location {
  let realRoot: string;
  try {
    realRoot = realpathSync.native(root);
  } catch {
    return MISSING;
  }
  for (const suffix of SUFFIXES) {
    let path = join(realRoot, name + suffix);
    let stats: Stats | undefined;
    try {
      // Tested first: a missing file is common, and an exception for it takes longer than everything else.
      stats = statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) continue;
      path = realpathSync.native(path);
    } catch {
      continue;
    }
    if (path !== realRoot && !path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return OUTSIDE;
    if (!accept(relative(realRoot, path))) return MISSING;
    if (stats.isDirectory()) return { kind: 'found', path, folder: true };
    if (stats.isFile() && /\.ya?ml$/.test(path)) return { kind: 'found', path, folder: false };
  }
  return MISSING;
}
