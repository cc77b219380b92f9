/** Signed notes (c2sp.org/signed-note) with one Ed25519 signature. */
import { sign, verify } from 'node:crypto';
import { publicKeyOf, type SigningKey } from './attestation-key.ts';
import { sha256 } from '../library/node/sha256.ts';

const ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const SIGNATURE_LINE = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/;

/** Signs a text, which must end in a line feed and must not hold control characters. */
export function signNote(text: string, name: string, { key, x }: SigningKey): string {
  const signature = Buffer.concat([keyId(name, x), sign(null, Buffer.from(text), key)]);
  return `${text}\n\u2014 ${name} ${signature.toString('base64')}\n`;
}

/**
 * The text of a note that this key signed under this name; null: it did not. Signatures of others are passed over.
 *
 * @param x base64url of the 32 bytes of the public key
 */
export function openNote(note: string, name: string, x: string): string | null {
  const end = note.lastIndexOf('\n\n');
  if (end === -1 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  const id = keyId(name, x);
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, signer, base64] = SIGNATURE_LINE.exec(line) ?? [];
    if (signer !== name || base64 === undefined) continue;
    const bytes = Buffer.from(base64, 'base64');
    if (bytes.toString('base64') !== base64 || !bytes.subarray(0, KEY_ID_BYTES).equals(id)) continue;
    if (verify(null, Buffer.from(text), publicKeyOf(x), bytes.subarray(KEY_ID_BYTES))) return text;
  }
  return null;
}

/** The key as verifiers of signed notes take it: name, identifier and key. */
export function verifierKey(name: string, x: string): string {
  const key = Buffer.concat([Buffer.of(ED25519), Buffer.from(x, 'base64url')]).toString('base64');
  return `${name}+${keyId(name, x).toString('hex')}+${key}`;
}

function keyId(name: string, x: string): Buffer {
  const parts = [Buffer.from(`${name}\n`), Buffer.of(ED25519), Buffer.from(x, 'base64url')];
  return sha256(Buffer.concat(parts)).subarray(0, KEY_ID_BYTES);
}
