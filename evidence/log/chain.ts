/**
 * A chain of records: each line holds its number and the hash of the line before it, which is that line's leaf in the
 * tree too. Hashes a line once, and where it is written.
 */
import { makeDecisionId } from '../../runtime/engine/decision-id.ts';
import { sha256Hex } from '../../library/node/sha256.ts';
import { Frontier } from '../tree.ts';

/** State of a chain. */
export interface ChainState {
  /** UUID of the chain. */
  readonly logId: string;
  /** Number of the next record, from 0. */
  readonly seq: number;
  /** Hash of the last line, in hex; of a chain without any: 64 zeros. */
  readonly prev: string;
  /** The tree over the lines so far. */
  readonly tree: Frontier;
}

/** Signed part of a chain. */
export interface ChainEnd {
  readonly logId: string;
  /** Records under its last checkpoint. */
  readonly size: number;
}

/** `prev` of the first record. */
const NO_LINE = '0'.repeat(64);

const LINE_FEED = 0x0a;
const LEAF = 0x00;
/** Bytes around a record's own text: version, number and hash. */
const AROUND = 160;
const MOST_UTF8 = 3;
/** Hashes enter the tree in batches of this size, so that no checkpoint has to process all of them. */
const FOLD = 512;

/** Writes records as lines of one chain. */
export class Chain {
  readonly logId: string;
  #seq: number;
  #prev: string;
  readonly #tree: Frontier;
  /** Hashes that are not in the tree yet. */
  #leaves: string[] = [];
  #scratch = Buffer.allocUnsafe(64 * 1024);

  constructor({ logId, seq, prev, tree }: ChainState) {
    this.logId = logId;
    this.#seq = seq;
    this.#prev = prev;
    this.#tree = tree;
  }

  /** Number of the next record. */
  get seq(): number {
    return this.#seq;
  }

  /** The tree over all lines so far. */
  get tree(): Frontier {
    this.#fold();
    return this.#tree;
  }

  /**
   * The lines of these records, as bytes that are good until the next call.
   *
   * @param bodies members of the records' JSON objects, at least one each, without the braces
   */
  seal(bodies: readonly string[]): Buffer {
    let most = 1;
    for (const body of bodies) most += body.length * MOST_UTF8 + AROUND;
    if (this.#scratch.length < most) this.#scratch = Buffer.allocUnsafe(most);
    const bytes = this.#scratch;
    // Every line has one byte before it: 0 while it is hashed as a leaf, then the end of the line before.
    let at = 0;
    for (const body of bodies) {
      bytes[at] = LEAF;
      const end =
        at + 1 + bytes.write(`{"v":1,"seq":${this.#seq},${body},"prev":"${this.#prev}"}`, at + 1, 'utf8');
      this.#prev = sha256Hex(bytes.subarray(at, end));
      this.#leaves.push(this.#prev);
      this.#seq++;
      bytes[at] = LINE_FEED;
      at = end;
    }
    bytes[at] = LINE_FEED;
    if (this.#leaves.length >= FOLD) this.#fold();
    return bytes.subarray(1, at + 1);
  }

  #fold(): void {
    for (const leaf of this.#leaves) this.#tree.pushHex(leaf);
    this.#leaves = [];
  }
}

/** A chain without any records. */
export function newChain(): Chain {
  return new Chain({ logId: makeDecisionId(Date.now()), seq: 0, prev: NO_LINE, tree: new Frontier() });
}

/**
 * The first record of a file: whose chain it goes on, and the tree so far, so that files before it may go.
 *
 * @param follows the chain of this writer that ended before this one began
 */
export function fileRecord(
  logId: string,
  tree: Frontier,
  time: string,
  follows: ChainEnd | null = null,
): string {
  const roots = tree.roots.map((root) => root.toString('hex'));
  const after =
    follows === null ? '' : `,"follows":${JSON.stringify({ log_id: follows.logId, size: follows.size })}`;
  return `"time":"${time}","kind":"file","log_id":"${logId}","time_zones":"${process.versions.tz}","frontier":${JSON.stringify(roots)}${after}`;
}
