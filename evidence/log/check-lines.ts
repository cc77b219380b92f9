/** Reads the lines of a chain and finds the first that is not what was written. */
import { sha256Hex } from '../../library/node/sha256.ts';
import { Frontier } from '../tree.ts';
import type { ChainEnd, ChainState } from './chain.ts';

const HEX_HASH = /^[0-9a-f]{64}$/;
const LEAF = Buffer.of(0);

/** A record as far as every record has it. */
export interface RecordHead {
  readonly v: number;
  readonly seq: number;
  readonly kind: string;
  readonly prev: string;
}

type LineResult =
  | { readonly ok: true; readonly record: RecordHead }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The line with the problem: this one, or the previous one. */
      readonly concerns: 'this' | 'before';
    };

interface OpenState {
  logId: string;
  seq: number;
  prev: string;
  tree: Frontier;
  /** The full subtrees before the first line that was read. */
  start: readonly Buffer[];
  /** The chain that it says it follows. */
  follows: ChainEnd | null;
}

/** Follows one chain line by line. */
export class ChainReader {
  #state: OpenState | null = null;

  /** State of the chain after the lines read; null if none were. */
  get state(): (ChainState & Pick<OpenState, 'start' | 'follows'>) | null {
    return this.#state;
  }

  /** The next file begins. Its first line must be a record `file`. */
  startFile(line: Buffer): LineResult {
    const head = parse(line);
    if (head === null || head.kind !== 'file') return no('the first line of a file must be a record `file`');
    const start = startOf(head);
    if (start === null) return no('the record `file` has no chain position');
    const state = this.#state;
    if (state !== null && state.logId === start.logId) {
      const same =
        state.seq === start.seq && state.prev === start.prev && state.tree.root().equals(start.tree.root());
      if (!same) return no(`the file does not continue where the previous one ends (seq ${state.seq})`);
    } else {
      // Another chain, or the oldest file that is kept: what it says of the tree is proved by the next checkpoint.
      this.#state = start;
    }
    return this.next(line);
  }

  next(line: Buffer): LineResult {
    const state = this.#state;
    const record = parse(line);
    if (state === null || record === null) return no('not a record');
    if (record.v !== 1) return no(`the record is of version ${JSON.stringify(record.v)}`);
    if (record.seq !== state.seq)
      return no(`its seq is ${JSON.stringify(record.seq)} and must be ${state.seq}`);
    if (record.prev !== state.prev) {
      return {
        ok: false,
        problem: 'the record does not match its hash in the next record',
        concerns: 'before',
      };
    }
    const hash = sha256Hex(Buffer.concat([LEAF, line]));
    state.prev = hash;
    state.seq++;
    state.tree.pushHex(hash);
    return { ok: true, record };
  }
}

function no(problem: string): LineResult {
  return { ok: false, problem, concerns: 'this' };
}

function parse(line: Buffer): RecordHead | null {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as RecordHead) : null;
  } catch {
    return null;
  }
}

function startOf(head: RecordHead): OpenState | null {
  const { log_id: logId, frontier } = head as RecordHead & { log_id?: unknown; frontier?: unknown };
  if (typeof logId !== 'string' || !Array.isArray(frontier) || !Number.isSafeInteger(head.seq)) return null;
  if (
    !HEX_HASH.test(head.prev) ||
    !frontier.every((hash) => typeof hash === 'string' && HEX_HASH.test(hash))
  ) {
    return null;
  }
  try {
    const roots = (frontier as string[]).map((hash) => Buffer.from(hash, 'hex'));
    const tree = new Frontier(head.seq, roots);
    return { logId, seq: head.seq, prev: head.prev, tree, start: roots, follows: followedBy(head) };
  } catch {
    return null;
  }
}

/** Null if the record names no chain before its own. */
function followedBy(head: RecordHead): ChainEnd | null {
  const { follows } = head as RecordHead & { follows?: { log_id?: unknown; size?: unknown } | null };
  const { log_id: logId, size } = follows ?? {};
  return typeof logId === 'string' && Number.isSafeInteger(size) ? { logId, size: size as number } : null;
}
