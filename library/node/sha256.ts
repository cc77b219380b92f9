import crypto, { createHash } from 'node:crypto';

/** One call where Node has it: half the time of a hash object for what is short. */
const oneShot = (crypto as { readonly hash?: typeof crypto.hash }).hash;

/** SHA-256 as lower-case hex. */
export const sha256Hex: (data: Uint8Array | string) => string =
  oneShot === undefined
    ? (data) => createHash('sha256').update(data).digest('hex')
    : (data) => oneShot('sha256', data, 'hex');

/** SHA-256, 32 bytes. */
export const sha256: (data: Uint8Array | string) => Buffer =
  oneShot === undefined
    ? (data) => createHash('sha256').update(data).digest()
    : (data) => oneShot('sha256', data, 'buffer');
