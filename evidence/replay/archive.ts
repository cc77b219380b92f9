/** The sources of every version of a ruleset that was loaded, by hash: with them a decision can be made again. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Layers } from '../../compiler/read/read-layers.ts';

interface ArchivedRuleset {
  /** Name for documents that give none. */
  readonly name: string;
  /** The sources, newest layer first. */
  readonly layers: Layers;
}

export interface Archive {
  readonly folder: string;
  /** Versions that it may hold; null: any number. */
  readonly most: number | null;
}

const HASH = /^sha256:([0-9a-f]{64})$/;
const FILE = /^[0-9a-f]{64}\.json$/;
/** Ends the name of the file beside a version that lists the names by which it was served, one JSON text a line. */
const SERVED = '.served';

/** A version in the archive. */
interface ArchivedVersion {
  readonly hash: string;
  /** Names by which tokens could use it; none are known of what an earlier version archived. */
  readonly servedAs: readonly string[];
}

/**
 * Stores a version if it is missing. None is removed for it: records may name any of them. Returns true if it is stored,
 * which it is not when there are as many as may be. Throws the system's error when it cannot be.
 */
export function archiveRuleset({ folder, most }: Archive, hash: string, ruleset: ArchivedRuleset): boolean {
  const path = pathOf(folder, hash);
  if (path === null || statSync(path, { throwIfNoEntry: false }) !== undefined) return true;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (most !== null && readdirSync(folder).filter((name) => FILE.test(name)).length >= most) return false;
  // Made whole before it has its name.
  const draft = `${path}.${process.pid}.${performance.now()}`;
  writeFileSync(draft, JSON.stringify({ name: ruleset.name, layers: ruleset.layers }), { flush: true });
  renameSync(draft, path);
  return true;
}

/** The version of this hash, or null when the folder does not have it. */
export function readArchived(folder: string, hash: string): ArchivedRuleset | null {
  const path = pathOf(folder, hash);
  if (path === null) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ArchivedRuleset;
  } catch {
    return null;
  }
}

/** Notes a name by which an archived version is served. Throws the system's error when it cannot be. */
export function noteServed({ folder }: Archive, hash: string, name: string): void {
  const path = pathOf(folder, hash);
  if (path === null || servedAs(path).includes(name)) return;
  if (statSync(path, { throwIfNoEntry: false }) !== undefined)
    appendFileSync(path + SERVED, `${JSON.stringify(name)}\n`, { mode: 0o600 });
}

/** Names by which an archived version was served. */
export function readServed(folder: string, hash: string): readonly string[] {
  const path = pathOf(folder, hash);
  return path === null ? [] : servedAs(path);
}

/** The versions in the archive, newest first, at most so many. A folder that does not exist holds none. */
export function listArchived(folder: string, most: number): readonly ArchivedVersion[] {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder)
    .filter((name) => FILE.test(name))
    .map((name) => ({ name, time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => ({
      hash: `sha256:${name.slice(0, name.indexOf('.'))}`,
      servedAs: servedAs(join(folder, name)),
    }));
}

/** @param path of the version's file */
function servedAs(path: string): readonly string[] {
  try {
    const lines = readFileSync(path + SERVED, 'utf8').split('\n');
    return [...new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string))];
  } catch {
    return [];
  }
}

function pathOf(folder: string, hash: string): string | null {
  const hex = HASH.exec(hash)?.[1];
  return hex === undefined ? null : join(folder, `${hex}.json`);
}
