import type { open as openEnvironment } from 'lmdb';

/** Turns that the processes of a machine take. A process that is killed gives its turn back. */
export interface WriteTurns {
  /** Waits for the turn, and does what returns at once in it. */
  readonly take: <T>(work: () => T) => T;
  readonly close: () => Promise<void>;
}

/**
 * Turns in which processes open an LMDB environment that they share, and write to it. One that opens it while another one
 * commits can take the commit back, and break its pages (OpenLDAP ITS#9496, which lmdb 3.5.6 has). The turn is the write
 * lock of an environment of its own, in which nothing is ever written, so that opening that one takes nothing back.
 */
export function openTurns(open: typeof openEnvironment, folder: string): WriteTurns {
  const lock = open({ path: folder, noSubdir: false, overlappingSync: false });
  return { take: (work) => lock.transactionSync(work), close: () => lock.close() };
}
