/** Sealed text: JWE in compact form (RFC 7516), ECDH-ES on X25519 (RFC 8037) with A256GCM, which any JOSE library opens. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const ENCRYPTION = 'A256GCM';
const CIPHER = 'aes-256-gcm';
const KEY_BITS = 256;
const NONCE_BYTES = 12;
const WORD_BYTES = 4;
/** With random nonces a key of GCM may seal 2^32 texts (NIST SP 800-38D, 8.3). */
const MOST_TEXTS = 2 ** 24;

interface Envelope {
  readonly key: Buffer;
  readonly header: string;
  texts: number;
}

/** Seals texts for who has the private key. A pair made for many texts, because making one costs more than sealing. */
export class Sealer {
  readonly #recipient: KeyObject;
  #envelope: Envelope | null = null;

  constructor(recipient: KeyObject) {
    this.#recipient = recipient;
  }

  seal(text: string): string {
    if (this.#envelope === null || this.#envelope.texts >= MOST_TEXTS) {
      this.#envelope = makeEnvelope(this.#recipient);
    }
    const { key, header } = this.#envelope;
    this.#envelope.texts++;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(header, 'ascii'));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [header, '', encode(nonce), encode(sealed), encode(cipher.getAuthTag())].join('.');
  }
}

function makeEnvelope(recipient: KeyObject): Envelope {
  const pair = generateKeyPairSync('x25519');
  const { x = '' } = pair.publicKey.export({ format: 'jwk' });
  const epk = { kty: 'OKP', crv: 'X25519', x };
  const header = encode(Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: ENCRYPTION, epk }), 'utf8'));
  return { key: deriveKey(pair.privateKey, recipient), header, texts: 0 };
}

/** The text of what `Sealer` sealed. Throws for another key and for a text that was changed. */
export function unseal(sealed: string, privateKey: KeyObject): string {
  const [header = '', , nonce = '', text = '', tag = ''] = sealed.split('.');
  const { epk } = JSON.parse(decode(header).toString('utf8')) as {
    epk: { kty: string; crv: string; x: string };
  };
  const key = deriveKey(privateKey, createPublicKey({ key: epk, format: 'jwk' }));
  const decipher = createDecipheriv(CIPHER, key, decode(nonce), { authTagLength: 16 })
    .setAAD(Buffer.from(header, 'ascii'))
    .setAuthTag(decode(tag));
  return Buffer.concat([decipher.update(decode(text)), decipher.final()]).toString('utf8');
}

/** RFC 7518, 4.6.2: one round of Concat KDF gives all of the key. */
function deriveKey(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  const algorithm = Buffer.from(ENCRYPTION, 'ascii');
  const nobody = word(0);
  const info = [word(algorithm.length), algorithm, nobody, nobody, word(KEY_BITS)];
  return createHash('sha256')
    .update(Buffer.concat([word(1), shared, ...info]))
    .digest();
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(WORD_BYTES);
  bytes.writeUInt32BE(value);
  return bytes;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
