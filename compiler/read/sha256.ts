/** SHA-256 (FIPS 180-4) without a host: the compiler also runs without Node. */

/** The first 32 bits of the fractional parts of cube roots, and of square roots, of the first primes. */
const PRIMES = firstPrimes(64);
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(value: number): number {
  return Math.floor((value % 1) * 2 ** 32);
}

/** The hash of texts one after the other, each as UTF-8, as lower-case hex. */
export function sha256Hex(texts: readonly string[]): string {
  const encoder = new TextEncoder();
  const message = padded(texts.map((text) => encoder.encode(text)));
  const state = START.slice();
  const words = new Uint32Array(BLOCK);
  const view = new DataView(message.buffer);
  for (let at = 0; at < message.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
    compress(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The message, a one, zeros, and its length in bits, to whole blocks. */
function padded(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const message = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    message.set(part, at);
    at += part.length;
  }
  message[length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(message.length - 4, (length * 8) % 2 ** 32);
  return message;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Takes one block, the first 16 of the words, into the state. */
function compress(state: Uint32Array, words: Uint32Array): void {
  for (let i = 16; i < BLOCK; i++) {
    const a = words[i - 15] ?? 0;
    const b = words[i - 2] ?? 0;
    const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < BLOCK; i++) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + added;
}
