/** Signed notes of what retention removed: without one, a log that lacks its first records is not what was written. */
import type { SigningKey } from '../attestation-key.ts';
import { splitNotes } from '../checkpoint.ts';
import { openNote, signNote } from '../note.ts';

/** Retention removed the records of a chain before this number. */
export interface Removal {
  readonly logId: string;
  readonly before: number;
}

/** Folder of the notes in that of a log, one file for each chain. */
export const RETENTION = 'retention';
/** Second line of a note. That of a checkpoint is a number, so neither passes for the other. */
const KIND = 'removed before';
const SEQ = /^(0|[1-9]\d{0,15})$/;

export function signRemoval({ logId, before }: Removal, issuer: string, signer: SigningKey): string {
  const name = `${issuer}/${logId}`;
  return signNote(`${name}\n${KIND}\n${before}\n`, name, signer);
}

/** Sequence number up to which one of these keys signed the removal of a chain's records; 0 if none did. */
export function removedBefore(notes: string, logId: string, keys: readonly string[]): number {
  let most = 0;
  for (const note of splitNotes(notes)) {
    const [name = '', kind, before = ''] = note.split('\n');
    const isSigned = name.endsWith(`/${logId}`) && keys.some((x) => openNote(note, name, x) !== null);
    if (isSigned && kind === KIND && SEQ.test(before)) most = Math.max(most, Number(before));
  }
  return most;
}
