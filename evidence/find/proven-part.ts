import { leafHash, Frontier } from '../tree.ts';
import { ChainReader } from '../log/check-lines.ts';
import type { ProvenPart } from '../log/prove-record.ts';

/** A part of a chain while its lines are read, the first of which begins a file. */
interface OpenPart {
  /** Takes the next line. Returns false if it is not of the chain, or no more are taken. */
  readonly add: (line: Buffer) => boolean;
  /** `null` if the record was not reached. */
  readonly end: () => ProvenPart | null;
}

/** Bytes of lines that are read for a proof. */
const MOST_BYTES = 192 * 1024 * 1024;

/**
 * Reads the lines of a chain for a proof of one record. Hashes before the record go into the tree at once: only those of the
 * lines from the record on are held.
 *
 * @param index number of the record in the chain
 */
export function openPart(index: number): OpenPart {
  let logId: string | null = null;
  let tree = new Frontier();
  let bytes = 0;
  const leaves: Buffer[] = [];
  return {
    add(line) {
      if (line.includes('"kind":"file"')) {
        const reader = new ChainReader();
        const start = reader.startFile(line).ok ? reader.state : null;
        if (logId === null) {
          if (start === null) return false;
          logId = start.logId;
          tree = new Frontier(start.seq - 1, start.start);
        } else if (start !== null && start.logId !== logId) return false;
      } else if (logId === null) return false;
      bytes += line.length;
      if (bytes > MOST_BYTES) return false;
      const leaf = leafHash(line);
      if (tree.size < index) tree.push(leaf);
      else leaves.push(leaf);
      return true;
    },
    end() {
      if (logId === null || tree.size !== index || leaves.length === 0) return null;
      return { logId, from: index, roots: tree.roots, leaves };
    },
  };
}
