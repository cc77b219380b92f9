import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '../../../../compiler/diagnostics/position.ts';
import { readRulesetSources } from '../../../library/sources.ts';
import { fingerprint, type Fingerprint } from '../../rulesets/fingerprint.ts';

/**
 * Files that changed within this time are left to settle: a writer may still be at it, and a second change within the
 * resolution of the file system's clock could not be told from the first.
 */
const SETTLE_MS = 100;
/** A file without bytes is most likely one that a writer has just emptied to write it anew. */
const SETTLE_EMPTY_MS = 1_000;
const MOST_ATTEMPTS = 20;

export interface StableSources {
  readonly sources: readonly Source[];
  readonly fingerprint: string;
  /** For the ruleset when it has no name of its own. */
  readonly name: string;
}

/**
 * Reads a ruleset's files as they were at one moment.
 *
 * @param root what links inside the ruleset may not leave; its own folder when left out
 * Throws SourceError.
 */
export async function readStable(path: string, folder: boolean, root: string = path): Promise<StableSources> {
  const name = basename(path).replace(/\.ya?ml$/, '');
  for (let attempt = 1; ; attempt++) {
    const before = fingerprint(path, folder);
    const left = before === null ? 0 : timeToSettle(before);
    if (left > 0 && attempt < MOST_ATTEMPTS) {
      await sleep(Math.min(left, SETTLE_MS));
      continue;
    }
    const sources = await readRulesetSources(path, root);
    const after = fingerprint(path, folder);
    if ((before !== null && before.text === after?.text) || attempt >= MOST_ATTEMPTS) {
      return { sources, fingerprint: after?.text ?? '', name };
    }
  }
}

/** Milliseconds until the files have been left alone for long enough. A change in the future tells nothing. */
function timeToSettle({ changedMs, empty }: Fingerprint): number {
  const age = Date.now() - changedMs;
  return age < 0 ? 0 : (empty ? SETTLE_EMPTY_MS : SETTLE_MS) - age;
}
