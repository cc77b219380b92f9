import { openCheckpoint, splitNotes, type Checkpoint } from '../checkpoint.ts';
import { problemOfBeginning, type KnownStart } from './begun-chain.ts';
import type { ChainEnd } from './chain.ts';
import { ChainReader } from './check-lines.ts';
import {
  chainsWithCheckpoints,
  findWriters,
  readNotes,
  readLines,
  type ChainNotes,
  type WriterFiles,
} from './read-log.ts';
import { removedBefore } from './retention-note.ts';

/** One chain that was read. */
interface VerifiedChain {
  readonly writer: string;
  readonly logId: string;
  /** Numbers of its first existing record, and of the next one. */
  readonly from: number;
  readonly to: number;
  readonly checkpoints: number;
  /** Records up to this number are under a signed checkpoint. */
  readonly covered: number;
}

/** The first thing that is not as it was written. */
interface LogProblem {
  /** File and line, as far as there is one. */
  readonly at: string;
  readonly problem: string;
}

export interface LogVerdict {
  readonly chains: readonly VerifiedChain[];
  readonly problem: LogProblem | null;
}

export interface VerifyOptions {
  /** Base64url of the public keys that checkpoints may be signed with; none: no signature is looked at. */
  readonly keys: readonly string[];
  /** Notes that were kept elsewhere. */
  readonly checkpoints: string;
  /** Known start of the log, if it is not the first record. */
  readonly from?: readonly KnownStart[];
  /** True if records after the last checkpoint are accepted: they were written a moment ago. */
  readonly allowsUncovered?: boolean;
}

/**
 * Follows every chain of a log from its first line to its last, and compares it with what was signed. With a key, every
 * record must be under a checkpoint, and every chain must begin with its first record or where something that is signed
 * says that it may.
 */
export function verifyLog(path: string, options: VerifyOptions): LogVerdict {
  const chains: VerifiedChain[] = [];
  for (const writer of findWriters(path)) {
    const problem = verifyWriter(writer, options, chains);
    if (problem !== null) return { chains, problem };
  }
  return { chains, problem: findMissing(path, options, chains) };
}

/** A chain that was removed with all its records, or a checkpoint that was given and is of none of them. */
function findMissing(
  path: string,
  { keys, checkpoints }: VerifyOptions,
  chains: readonly VerifiedChain[],
): LogProblem | null {
  const found = new Set(chains.map(({ logId }) => logId));
  const given = splitNotes(checkpoints).flatMap((note) => openCheckpoint(note, keys)?.origin ?? []);
  const own = chainsWithCheckpoints(path, (removal) => wasRemoved(removal, keys));
  const chainOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1);
  const missing = [...own, ...given].find((origin) => !found.has(chainOf(origin)));
  return missing === undefined
    ? null
    : { at: path, problem: `a checkpoint covers ${missing}, but its records are missing` };
}

function verifyWriter(
  files: WriterFiles,
  options: VerifyOptions,
  chains: VerifiedChain[],
): LogProblem | null {
  let chain: OpenChain | null = null;
  const reader = new ChainReader();
  let before = '';
  for (const path of files.paths) {
    for (const [i, line] of readLines(path).entries()) {
      const at = `${path}:${i + 1}`;
      const former = reader.state?.logId ?? null;
      const result = i === 0 ? reader.startFile(line) : reader.next(line);
      if (!result.ok) return { at: result.concerns === 'before' ? before : at, problem: result.problem };
      const state = reader.state!;
      if (state.logId !== former || chain === null) {
        const ended = chain === null ? null : endOf(chain, options, chains, state.follows);
        if (ended !== null) return ended;
        const begun = beginChain(files, state.logId, state.seq - 1, options);
        if ('problem' in begun) return begun;
        if (chains.some(({ logId }) => logId === state.logId)) return repeatedChain(state.logId, at);
        const beginning = { ...begun, follows: state.follows, before: chain, known: options.from ?? [] };
        const wrong = options.keys.length === 0 ? null : problemOfBeginning(beginning);
        if (wrong !== null) return { at, problem: wrong };
        chain = begun;
      }
      chain.to = state.seq;
      const problem = compare(chain, state.seq, () => state.tree.root(), at);
      if (problem !== null) return problem;
      before = at;
      chain.at = at;
    }
  }
  return chain === null ? null : endOf(chain, options, chains);
}

/** Every one of its decisions would count twice. */
function repeatedChain(logId: string, at: string): LogProblem {
  return { at, problem: `the log contains the chain ${logId} twice` };
}

/** A chain while it is read. */
interface OpenChain {
  readonly files: WriterFiles;
  readonly logId: string;
  readonly from: number;
  /** Smallest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** How many of them were compared or lie before the first record. */
  done: number;
  to: number;
  covered: number;
  /** File and line of its last record. */
  at: string;
  /** Number before which retention removed the records of a chain. */
  readonly removedBefore: (logId: string) => number;
}

function beginChain(
  files: WriterFiles,
  logId: string,
  from: number,
  { keys, checkpoints }: VerifyOptions,
): OpenChain | LogProblem {
  const found: Checkpoint[] = [];
  const before = (id: string): number => removedBefore(readNotes(files.retention, id), id, keys);
  if (keys.length > 0) {
    for (const [notes, where] of [
      [readNotes(files.checkpoints, logId), `checkpoints of ${logId}`],
      [checkpoints, 'the checkpoint given'],
    ] as const) {
      for (const note of splitNotes(notes)) {
        const checkpoint = openCheckpoint(note, keys);
        if (checkpoint === null) return { at: where, problem: 'a checkpoint is not signed with a given key' };
        if (!checkpoint.origin.endsWith(`/${logId}`)) continue;
        const isBefore = checkpoint.size < from || (checkpoint.size === from && from > 0);
        // A process that removes the first records must account for the signed ones.
        if (notes === checkpoints && isBefore && before(logId) < from) {
          const problem = `it covers ${checkpoint.size} records, but the log begins at seq ${from}`;
          return { at: where, problem };
        }
        found.push(checkpoint);
      }
    }
  }
  found.sort((a, b) => a.size - b.size);
  const done = found.filter(({ size }) => size <= from).length;
  return {
    files,
    logId,
    from,
    checkpoints: found,
    done,
    to: from,
    covered: from,
    at: '',
    removedBefore: before,
  };
}

function compare(chain: OpenChain, size: number, root: () => Buffer, at: string): LogProblem | null {
  for (; chain.checkpoints[chain.done]?.size === size; chain.done++) {
    if (!root().equals(chain.checkpoints[chain.done]!.root)) {
      const problem = `the records from seq ${chain.covered} to ${size - 1} are not the signed ones`;
      return { at, problem };
    }
    chain.covered = size;
  }
  return null;
}

function endOf(
  chain: OpenChain,
  { keys, allowsUncovered = false }: VerifyOptions,
  chains: VerifiedChain[],
  next: ChainEnd | null = null,
): LogProblem | null {
  const { files, logId, from, to, covered, checkpoints, at } = chain;
  const last = checkpoints.at(-1);
  if (last !== undefined && last.size > to) {
    const problem = `the log ends at seq ${to - 1}, and a checkpoint was signed over ${last.size} records`;
    return { at: files.paths.at(-1) ?? files.writer, problem };
  }
  chains.push({ writer: files.writer, logId, from, to, checkpoints: checkpoints.length, covered });
  if (keys.length === 0) return null;
  // The next chain reports, under its own signature, a chain that a disk failure ended before its first checkpoint.
  const isNamed = next?.logId === logId && next.size === covered;
  if (covered === from && !(isNamed && allowsUncovered))
    return { at, problem: `no checkpoint covers any record of the chain ${logId}` };
  if (covered < to && !allowsUncovered) {
    const problem = `the records from seq ${covered} to ${to - 1} are not covered by a checkpoint: they may be new, changed or incomplete (--allow-uncovered accepts them)`;
    return { at, problem };
  }
  return null;
}

/** True if retention removed a chain with all its records, as a note that was signed says. */
function wasRemoved(notes: ChainNotes, keys: readonly string[]): boolean {
  const size = splitNotes(notes.checkpoints).reduce(
    (most, note) => Math.max(most, openCheckpoint(note, keys)?.size ?? 0),
    0,
  );
  return removedBefore(notes.removal, notes.logId, keys) >= Math.max(size, 1);
}
