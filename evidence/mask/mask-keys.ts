/** Keys of masking: the secret that equal values are recognised by, and the pair that values are sealed with. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const SECRET_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The secret of a mask key file, or null when the text is not base64 of at least 32 bytes. */
export function readMaskKey(text: string): Uint8Array | null {
  const trimmed = text.trim();
  if (!BASE64.test(trimmed)) return null;
  const secret = Buffer.from(trimmed, 'base64');
  return secret.length < SECRET_BYTES ? null : Uint8Array.from(secret);
}

/** The public key that values are sealed for, or null if the text is not an X25519 public key in PEM. */
export function readSealKey(pem: string): KeyObject | null {
  // A private key would also work, but every masking process could read it.
  return pem.includes('PRIVATE') ? null : x25519(() => createPublicKey(pem));
}

/** The private key that sealed values are read with, or null when the text is none. */
export function readUnsealKey(pem: string): KeyObject | null {
  return x25519(() => createPrivateKey(pem));
}

function x25519(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'x25519' ? key : null;
  } catch {
    return null;
  }
}

/** A new secret as the text of its file. */
export function generateMaskKey(): string {
  return `${randomBytes(SECRET_BYTES).toString('base64')}\n`;
}

/** A new pair to seal with, PEM. */
export function generateSealKeys(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('x25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
