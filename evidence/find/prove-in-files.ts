import { existsSync } from 'node:fs';
import { proveIn } from '../log/prove-record.ts';
import { readLines, readNotes } from '../log/read-log.ts';
import { findInFiles } from './find-in-files.ts';
import type { DecisionProof } from './page.ts';
import { openPart } from './proven-part.ts';

/**
 * Proves that the record of a decision is in a log in files. The proof does not contain the record.
 *
 * @param keys base64url of the public keys of checkpoints
 * @returns `null` if there is no such decision for a reader of these rulesets
 */
export function proveInFiles(
  folder: string,
  id: string,
  rulesets: readonly string[] | null,
  keys: readonly string[],
): DecisionProof | null {
  const found = findInFiles(folder, id, rulesets);
  if (found === null) return null;
  const { paths, checkpoints } = found.files;
  const part = openPart(found.seq);
  // The tree before a file is in its first line, so no earlier file is read.
  for (const path of paths.slice(paths.indexOf(found.line.path)))
    if (existsSync(path) && !readLines(path).every((line) => part.add(line))) break;
  const proven = part.end();
  if (proven === null) return { ok: false, problem: 'the log is too large to prove the decision here' };
  return proveIn(proven, found.seq, null, readNotes(checkpoints, proven.logId), keys);
}
