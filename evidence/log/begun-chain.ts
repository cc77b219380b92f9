/** Checks the start of a chain: with its first record, after one that ended, or after retention. */
import type { ChainEnd } from './chain.ts';

/** Known start of a log. */
export interface KnownStart {
  /** `null` for any chain. */
  readonly logId: string | null;
  readonly seq: number;
}

/** A chain as described by its first line, and its known state. */
interface Beginning {
  readonly logId: string;
  /** Number of its first record. */
  readonly from: number;
  /** The chain that its first record follows. */
  readonly follows: ChainEnd | null;
  /** The chain before it in the files of this writer, and how much of that is signed. */
  readonly before: { readonly logId: string; readonly covered: number } | null;
  /** Numbers before which retention removed the records of a chain, as a note that was signed says. */
  readonly removedBefore: (logId: string) => number;
  readonly known: readonly KnownStart[];
}

/** Problem of the start of a chain, or null. */
export function problemOfBeginning(chain: Beginning): string | null {
  const { logId, from, follows, before } = chain;
  if (before !== null) {
    if (from !== 0) return `the chain ${logId} begins at seq ${from} after another chain`;
    if (follows?.logId !== before.logId)
      return `the chain ${logId} does not state that it follows the previous chain ${before.logId}`;
    if (follows.size !== before.covered)
      return `the chain ${logId} follows ${before.logId} after ${follows.size} records, but a checkpoint covers ${before.covered} of them`;
    return null;
  }
  if (from > 0)
    return isKnown(chain, logId, from) || chain.removedBefore(logId) === from
      ? null
      : `the log begins at seq ${from} of ${logId}: no signed note confirms that retention removed earlier records, and --from does not name this position`;
  if (follows === null || chain.removedBefore(follows.logId) >= follows.size || isKnown(chain, logId, 0))
    return null;
  return `the chain ${logId} follows ${follows.size} records of ${follows.logId}, which are missing`;
}

function isKnown({ known }: Beginning, logId: string, from: number): boolean {
  return known.some((start) => start.seq === from && (start.logId === null || start.logId === logId));
}
