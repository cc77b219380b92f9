import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import nacl from 'tweetnacl';

const KEY_BYTES = 32;
/** SubjectPublicKeyInfo and PKCS #8 of an Ed25519 key, up to the 32 bytes of the key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The 32 bytes of an Ed25519 public key given as PEM or base64, or null when it is neither. */
export function readPublicKey(text: string): Uint8Array | null {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----')) return fromPem(trimmed, createPublicKey, 'x');
  return decodeBase64(trimmed, KEY_BYTES);
}

/** The 32 bytes of the seed of an Ed25519 private key given as PEM (PKCS #8), or null. */
export function readPrivateKey(text: string): Uint8Array | null {
  return fromPem(text.trim(), createPrivateKey, 'd');
}

function fromPem(text: string, create: (text: string) => KeyObject, part: 'x' | 'd'): Uint8Array | null {
  try {
    const key = create(text);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    const value = key.export({ format: 'jwk' })[part];
    return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64url')) : null;
  } catch {
    return null;
  }
}

/** Bytes of standard base64 with padding, or null when it is not exactly that or not `length` bytes. */
export function decodeBase64(text: string, length: number): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== length || bytes.toString('base64') !== text) return null;
  return new Uint8Array(bytes);
}

/** A new key pair as PEM texts. */
export function generateKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const seed = nacl.randomBytes(KEY_BYTES);
  const { publicKey } = nacl.sign.keyPair.fromSeed(seed);
  return {
    privateKey: pem('PRIVATE KEY', Buffer.concat([PRIVATE_PREFIX, seed])),
    publicKey: pem('PUBLIC KEY', Buffer.concat([PUBLIC_PREFIX, publicKey])),
  };
}

function pem(label: string, bytes: Uint8Array): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`;
}
