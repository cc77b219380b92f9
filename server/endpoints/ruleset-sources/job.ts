/** Versions of rulesets for those who may read their sources, on the thread that compiles the texts of callers. */
import { posix } from 'node:path';
import { listArchived, readArchived, readServed } from '../../../evidence/replay/archive.ts';
import { ServiceError } from '../../../library/errors.ts';
import { SourceError } from '../../../library/node/sources.ts';
import { locate, rulesetsIn } from '../../../library/node/rulesets/locate.ts';
import { readStable } from '../../../library/node/rulesets/read-stable.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { compileMountable } from '../../evaluation/compiling/compile-mountable.ts';
import { provide } from '../../evaluation/compiling/provide.ts';
import type {
  CompilerStart,
  NamedVersion,
  VersionsSought,
  VersionSource,
} from '../../evaluation/protocol/compile-protocol.ts';

/** Versions of the archive, newest first, and rulesets under the root that one request looks at. */
const MOST_ARCHIVED = 1_000;
const MOST_UNDER_ROOT = 200;
/** Rulesets that are not compiled by then are left out; the next request finds those that this one compiled. */
const MOST_MS = 5_000;

type Start = Pick<CompilerStart, 'root' | 'archived' | 'lenient' | 'cache'>;

/** Versions that exist for a caller, those under the root first. */
export async function listVersions(
  { rulesets, isStock }: VersionsSought,
  start: Start,
): Promise<readonly NamedVersion[]> {
  const current = isStock ? await versionsUnder(rulesets, start) : [];
  const archived = start.archived === null ? [] : listArchived(start.archived, MOST_ARCHIVED);
  const named = archived.flatMap(({ hash, servedAs }) => {
    // The names of what an earlier version archived are unknown.
    const names = servedAs.length === 0 && rulesets === null ? [hash] : servedAs;
    return names.filter((name) => allowsRuleset(rulesets, name)).map((name) => ({ name, hash }));
  });
  const known = new Set(current.map(keyOf));
  return [...current, ...named.filter((version) => !known.has(keyOf(version)))];
}

/** The sources of a version; null if there is none for this caller. */
export async function readSource(
  { hash, rulesets, isStock }: VersionsSought & { readonly hash: string },
  start: Start,
): Promise<VersionSource | null> {
  const { archived } = start;
  const kept = archived === null ? null : readArchived(archived, hash);
  if (archived !== null && kept !== null) {
    const names = readServed(archived, hash);
    if (rulesets === null || names.some((name) => allowsRuleset(rulesets, name))) return kept;
  }
  if (!isStock) return null;
  const found = (await versionsUnder(rulesets, start)).find((version) => version.hash === hash);
  return found === undefined ? null : readUnder(found, start);
}

function keyOf({ name, hash }: NamedVersion): string {
  return `${hash} ${name}`;
}

/** The rulesets under the root as they are now. What does not compile has no version. */
async function versionsUnder(
  rulesets: readonly string[] | null,
  start: Start,
): Promise<readonly NamedVersion[]> {
  const { root } = start;
  if (root === null) return [];
  const until = performance.now() + MOST_MS;
  const found: NamedVersion[] = [];
  const seek = async (names: readonly string[], isTop: boolean): Promise<void> => {
    for (const name of names.slice(0, MOST_UNDER_ROOT)) {
      if (found.length >= MOST_UNDER_ROOT || performance.now() > until) return;
      const version = allowsRuleset(rulesets, name) ? await versionOf(name, start) : null;
      // A folder that is not a ruleset for this caller may hold some.
      if (version === null && isTop) await seek(rulesetsIn(root, name).sort(), false);
      else if (version !== null && allowsRuleset(rulesets, version.name)) found.push(version);
    }
  };
  await seek(rulesetsIn(root, '.').sort(), true);
  return found;
}

async function versionOf(name: string, start: Start): Promise<NamedVersion | null> {
  try {
    const { identity, outcome } = await provide(start.root ?? '', name, start, () => undefined);
    return 'hash' in outcome ? { name: identity, hash: outcome.hash } : null;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** `null` if the files have changed meanwhile. */
async function readUnder({ name, hash }: NamedVersion, start: Start): Promise<VersionSource | null> {
  const root = start.root ?? '';
  const location = locate(root, posix.normalize(name));
  if (location.kind !== 'found') return null;
  try {
    const read = await readStable(location.path, location.folder, root);
    const compiled = compileMountable(read.sources, { name: read.name }, start);
    return compiled.hash === hash ? { name: read.name, layers: compiled.base.layers } : null;
  } catch (error) {
    if (error instanceof SourceError || error instanceof ServiceError) return null;
    throw error;
  }
}
