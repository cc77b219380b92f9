/** The sources of every version of a ruleset that was loaded, by hash: with them a decision can be made again. */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
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

function pathOf(folder: string, hash: string): string | null {
  const hex = HASH.exec(hash)?.[1];
  return hex === undefined ? null : join(folder, `${hex}.json`);
}
