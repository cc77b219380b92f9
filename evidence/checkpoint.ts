/** Checkpoints (c2sp.org/tlog-checkpoint): a signed note of a tree's size and root. */
import type { SigningKey } from './attestation-key.ts';
import { openNote, signNote } from './note.ts';

export interface Checkpoint {
  /** Name of the log: issuer, `/` and `log_id`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

const SIZE = /^(0|[1-9]\d{0,15})$/;
const ROOT = /^[A-Za-z0-9+/]{43}=$/;

export function signCheckpoint({ origin, size, root }: Checkpoint, signer: SigningKey): string {
  return signNote(`${origin}\n${size}\n${root.toString('base64')}\n`, origin, signer);
}

/**
 * The checkpoint that a note holds when one of these keys signed it, or null. Lines after the third are extensions.
 *
 * @param keys base64url of the 32 bytes of each public key
 */
export function openCheckpoint(note: string, keys: readonly string[]): Checkpoint | null {
  const origin = note.slice(0, note.indexOf('\n'));
  const isSigned = keys.some((x) => openNote(note, origin, x) !== null);
  const [, size = '', root = ''] = note.split('\n');
  if (!isSigned || !SIZE.test(size) || !ROOT.test(root)) return null;
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** The notes of a file that holds one after the other: each begins where the signatures of the one before end. */
export function splitNotes(text: string): string[] {
  return text.match(/[^\n][^]*?\n\n(?:\u2014 [^\n]*\n)+/g) ?? [];
}
