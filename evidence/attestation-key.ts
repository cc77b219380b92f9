import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../library/canonical-json.ts';
import { sha256 } from '../library/node/sha256.ts';

/** A public key as a JWKS lists it (RFC 8037, 2). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: string;
}

/** The names of the algorithm: RFC 8037's, which verifiers know, and RFC 9864's, which replaces it. */
export const ALGORITHMS = ['EdDSA', 'Ed25519'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** An Ed25519 key that signs. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly kid: string;
  /** Base64url of the 32 bytes of the public key. */
  readonly x: string;
}

/** The key of a PEM text (PKCS #8), or null if it is not a private Ed25519 key. */
export function readSigningKey(pem: string): SigningKey | null {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') return null;
    const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
    return { key, kid: thumbprint(x), x };
  } catch {
    return null;
  }
}

/** RFC 7638 thumbprint of an Ed25519 public key; RFC 8037 says which members count. */
function thumbprint(x: string): string {
  return sha256(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x })).toString('base64url');
}

/** @param x base64url of the 32 bytes of the key */
export function publicJwk(x: string, alg: Algorithm): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg };
}

/** The key to verify with. Throws for bytes that are not a key. */
export function publicKeyOf(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
