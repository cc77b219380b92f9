import type { Restore } from '../../sessions/session-log.ts';

/** Entries for one job: an engine that has those up to `after` then has those up to `sequence`. */
interface RestorePart extends Restore {
  readonly sequence: number;
}

/** So much is restored within the time that one job may take. */
const PART_BYTES = 512 * 1024;
const LINE_BREAK = 0x0a;

/**
 * Entries in parts that are restored by one job each. Between them the engine has numbers that no session has: negative
 * ones.
 *
 * @param sequence number of the last entry
 */
export function restoreParts({ after, lines }: Restore, sequence: number): readonly RestorePart[] {
  const parts: RestorePart[] = [];
  let reached = after;
  for (let from = 0; ;) {
    const to = endOfPart(lines, from);
    const isLast = to >= lines.length;
    const next = isLast ? sequence : -1 - parts.length;
    parts.push({ after: reached, lines: lines.slice(from, to), sequence: next });
    if (isLast) return parts;
    reached = next;
    from = to;
  }
}

/** At least one entry, however long it is. */
function endOfPart(lines: Uint8Array, from: number): number {
  if (lines.length - from <= PART_BYTES) return lines.length;
  const last = lines.lastIndexOf(LINE_BREAK, from + PART_BYTES);
  const found = last > from ? last : lines.indexOf(LINE_BREAK, from + PART_BYTES);
  return found === -1 ? lines.length : found + 1;
}
