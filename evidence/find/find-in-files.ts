import { existsSync } from 'node:fs';
import { findWriters, type WriterFiles } from '../log/read-log.ts';
import type { Work } from './backward-lines.ts';
import { isSeen, readDecision, timeOfId } from './filter.ts';
import { LATE_ID_MS, moved } from './page.ts';
import { placeOfTime, writerLines, type PlacedLine } from './writer-lines.ts';

/** The record of a decision, and where it is. */
interface FoundDecision {
  readonly files: WriterFiles;
  readonly line: PlacedLine;
  readonly text: string;
  /** Number in its chain. */
  readonly seq: number;
}

/** Bytes of a writer that are looked through. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The record of a decision, if it exists for a reader of these rulesets; else null. It is sought near to the time that its
 * identifier names: first where it is in most logs, then behind it, where a service writes what an earlier one left.
 */
export function findInFiles(
  folder: string,
  id: string,
  rulesets: readonly string[] | null,
): FoundDecision | null {
  const made = timeOfId(id);
  if (made === null || !existsSync(folder)) return null;
  const [from, to] = [moved(made, -LATE_ID_MS), moved(made, LATE_ID_MS)];
  const writers = findWriters(folder);
  const found =
    firstOf(writers, (files) => search(files, id, from, to)) ??
    firstOf(writers, (files) => search(files, id, from, null));
  if (found === null) return null;
  const record = readDecision(found.text);
  return record !== null && isSeen(record, rulesets) ? found : null;
}

function firstOf<In, Out>(items: readonly In[], find: (item: In) => Out | null): Out | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** @param to `null` for the end of the log */
function search(files: WriterFiles, id: string, from: string, to: string | null): FoundDecision | null {
  const work: Work = { bytes: 0 };
  const start = to === null ? null : placeOfTime(files.paths, to, work);
  for (const line of writerLines(files.paths, start, work)) {
    if (line.time < from || work.bytes > MOST_BYTES) return null;
    if (!line.bytes.includes(id)) continue;
    const text = line.bytes.toString('utf8');
    const record = readDecision(text);
    if (record?.decision_id === id) return { files, line, text, seq: record.seq };
  }
  return null;
}
