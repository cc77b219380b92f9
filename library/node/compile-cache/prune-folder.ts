import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Entries that are kept: each version of a ruleset is one. */
const MOST_ENTRIES = 128;
const ENTRY = /^[0-9a-f]{64}$/;
const UNFINISHED = /^[0-9a-f]{64}\.[0-9a-f]{16}\.tmp$/;
/** The writer of a file that is unfinished for this long has ended. */
const ABANDONED_MS = 3_600_000;

/** Removes the oldest entries beyond the bound, and what a process left that ended while it wrote. No other file. */
export function pruneFolder(folder: string): void {
  const names = readdirSync(folder);
  for (const name of names) {
    if (UNFINISHED.test(name) && Date.now() - writtenAt(folder, name) > ABANDONED_MS) remove(folder, name);
  }
  const entries = names.filter((name) => ENTRY.test(name));
  if (entries.length <= MOST_ENTRIES) return;
  const byAge = entries.map((name) => ({ name, at: writtenAt(folder, name) })).sort((a, b) => a.at - b.at);
  for (const { name } of byAge.slice(0, entries.length - MOST_ENTRIES)) remove(folder, name);
}

function writtenAt(folder: string, name: string): number {
  // Another process may have removed it meanwhile.
  return lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function remove(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
}
