import nacl from 'tweetnacl';
import { ServiceError } from '../../errors.ts';
import { decodeBase64 } from './keys.ts';

const SIGNATURE_BYTES = 64;

/** Base64 of the raw 64-byte Ed25519 signature over these bytes. */
export function sign(bytes: Uint8Array, seed: Uint8Array): string {
  const { secretKey } = nacl.sign.keyPair.fromSeed(seed);
  return Buffer.from(nacl.sign.detached(bytes, secretKey)).toString('base64');
}

/** True if `signature` is base64 of a raw Ed25519 signature of these bytes. */
export function verify(bytes: Uint8Array, signature: string, publicKey: Uint8Array): boolean {
  const raw = decodeBase64(signature, SIGNATURE_BYTES);
  return raw !== null && isCanonical(raw) && nacl.sign.detached.verify(bytes, raw, publicKey);
}

/** Order of Ed25519's group. */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/**
 * Checks that the second half of a signature is below the order of the group, as RFC 8032, 5.1.7 demands: else there were
 * a second signature of the same bytes for everyone to make.
 */
function isCanonical(signature: Uint8Array): boolean {
  const scalar = Buffer.from(signature.subarray(SIGNATURE_BYTES / 2)).reverse();
  return BigInt(`0x${scalar.toString('hex')}`) < GROUP_ORDER;
}

/**
 * Refuses a signature that must be there and is not, or the other way round: it is required exactly when a key is
 * configured, and never ignored.
 */
export function checkSignaturePresence(signature: string | null, publicKey: Uint8Array | null): void {
  if (publicKey === null && signature !== null) {
    throw new ServiceError(
      'signature_key_missing',
      'cannot verify the signature: no public key is configured',
    );
  }
  if (publicKey !== null && signature === null) {
    throw new ServiceError('signature_required', 'a public key is configured: the reload must be signed');
  }
}
