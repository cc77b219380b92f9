/** Merkle trees of RFC 9162, 2.1: leaves and nodes are hashed apart, the left subtree is the largest full one. */
import { sha256, sha256Hex } from '../library/node/sha256.ts';

const LEAF = 0x00;
const NODE = 0x01;
const HASH_BYTES = 32;

const node = Buffer.alloc(1 + 2 * HASH_BYTES);
node[0] = NODE;

/** Root of the tree without leaves. */
export const EMPTY_ROOT: Buffer = sha256('');

export function leafHash(data: Uint8Array): Buffer {
  return sha256(Buffer.concat([Buffer.of(LEAF), data]));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** The same in hex. */
function nodeHex(left: string, right: string): string {
  node.write(left, 1, 'hex');
  node.write(right, 1 + HASH_BYTES, 'hex');
  return sha256Hex(node);
}

/**
 * The right edge of a growing tree: the roots of its full subtrees, largest first. It is all that is needed to go on,
 * and to compute the root.
 */
export class Frontier {
  /** In hex: a hash as bytes would be an allocation of its own, twice a record. */
  readonly #roots: string[];
  #size: number;

  /** Throws RangeError unless there are as many roots as a tree of this size has full subtrees. */
  constructor(size = 0, roots: readonly Buffer[] = []) {
    if (roots.length !== fullSubtrees(0, size).length) {
      throw new RangeError(`a tree of ${size} leaves does not have ${roots.length} full subtrees`);
    }
    this.#size = size;
    this.#roots = roots.map((root) => root.toString('hex'));
  }

  get size(): number {
    return this.#size;
  }

  /** Roots of the full subtrees, largest first. */
  get roots(): readonly Buffer[] {
    return this.#roots.map((root) => Buffer.from(root, 'hex'));
  }

  push(leaf: Buffer): void {
    this.pushHex(leaf.toString('hex'));
  }

  /** @param leaf hash of the leaf, in hex */
  pushHex(leaf: string): void {
    let root = leaf;
    // Each 1 at the end of the size is a full subtree as large as the new one.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      root = nodeHex(this.#roots.pop()!, root);
    }
    this.#roots.push(root);
    this.#size++;
  }

  root(): Buffer {
    if (this.#roots.length === 0) return EMPTY_ROOT;
    return Buffer.from(
      this.#roots.reduceRight((right, left) => nodeHex(left, right)),
      'hex',
    );
  }
}

/** The full subtrees that [from, from + size) is made of when `from` is where a subtree of that size begins. */
export function fullSubtrees(from: number, size: number): { readonly from: number; readonly size: number }[] {
  const subtrees: { from: number; size: number }[] = [];
  let at = from;
  for (let power = 2 ** 52; power >= 1; power /= 2) {
    if (Math.floor(size / power) % 2 === 1) {
      subtrees.push({ from: at, size: power });
      at += power;
    }
  }
  return subtrees;
}

/** The hash of the subtree over leaves [from, to); null if its two halves are needed. A single leaf is always known. */
type KnownHash = (from: number, to: number) => Buffer | null;

/** Root over leaves [from, to). Throws RangeError when a single leaf is not known. */
export function rangeHash(from: number, to: number, known: KnownHash): Buffer {
  const hash = known(from, to);
  if (hash !== null) return hash;
  const middle = split(from, to);
  return nodeHash(rangeHash(from, middle, known), rangeHash(middle, to, known));
}

/** RFC 9162, 2.1.3.1: what leads from leaf `index` to the root over `size` leaves, from the bottom up. */
export function inclusionProof(index: number, size: number, known: KnownHash): Buffer[] {
  const proof: Buffer[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = split(from, to);
    if (index < middle) {
      proof.push(rangeHash(middle, to, known));
      to = middle;
    } else {
      proof.push(rangeHash(from, middle, known));
      from = middle;
    }
  }
  return proof.reverse();
}

/** RFC 9162, 2.1.3.2: the root that a proof leads to, or null when it does not fit index and size. */
export function rootOfProof(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
): Buffer | null {
  if (!(index >= 0 && index < size)) return null;
  let position = index;
  let last = size - 1;
  let root = leaf;
  for (const hash of proof) {
    if (last === 0 || hash.length !== HASH_BYTES) return null;
    if (position % 2 === 1 || position === last) {
      root = nodeHash(hash, root);
      while (position % 2 === 0 && position !== 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      root = nodeHash(root, hash);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : null;
}

/** Start of the right half of [from, to): after the largest power of two that is smaller than the whole. */
function split(from: number, to: number): number {
  if (to - from < 2) throw new RangeError(`leaf ${from} is not known`);
  return from + 2 ** Math.floor(Math.log2(to - from - 1));
}
