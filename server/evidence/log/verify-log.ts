import { openCheckpoint, splitNotes, type Checkpoint } from '../checkpoint.ts';
import { ChainReader } from './check-lines.ts';
import {
  chainsWithCheckpoints,
  findWriters,
  readCheckpoints,
  readLines,
  type WriterFiles,
} from './read-log.ts';

/** One chain that was read. */
export interface VerifiedChain {
  readonly writer: string;
  readonly logId: string;
  /** Numbers of its first record that is there, and of the one that would come next. */
  readonly from: number;
  readonly to: number;
  readonly checkpoints: number;
  /** Records up to this number are under a signed checkpoint. */
  readonly covered: number;
}

/** The first thing that is not as it was written. */
export interface LogProblem {
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
}

/** Follows every chain of a log from its first line to its last, and compares it with what was signed. */
export function verifyLog(path: string, options: VerifyOptions): LogVerdict {
  const chains: VerifiedChain[] = [];
  for (const writer of findWriters(path)) {
    const problem = verifyWriter(writer, options, chains);
    if (problem !== null) return { chains, problem };
  }
  return { chains, problem: findMissing(path, options, chains) };
}

/**
 * A chain that was removed with all its records. Whoever asks about one writer or one file may have checkpoints of other
 * chains; of those that were read one at least must be among them.
 */
function findMissing(
  path: string,
  { keys, checkpoints }: VerifyOptions,
  chains: readonly VerifiedChain[],
): LogProblem | null {
  const found = new Set(chains.map(({ logId }) => logId));
  const own = chainsWithCheckpoints(path);
  const given = splitNotes(checkpoints).flatMap((note) => openCheckpoint(note, keys)?.origin ?? []);
  const isOfThese = (origin: string): boolean => found.has(origin.slice(origin.lastIndexOf('/') + 1));
  if (own === null) {
    return given.length === 0 || given.some(isOfThese)
      ? null
      : { at: path, problem: 'none of the checkpoints given is of these records' };
  }
  const missing = [...own, ...given].find((origin) => !isOfThese(origin));
  return missing === undefined
    ? null
    : { at: path, problem: `there is a checkpoint of ${missing}, and none of its records` };
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
        const ended = chain === null ? null : endOf(chain, chains);
        if (ended !== null) return ended;
        const begun = beginChain(files, state.logId, state.seq - 1, options);
        if ('problem' in begun) return begun;
        chain = begun;
      }
      chain.to = state.seq;
      const problem = compare(chain, state.seq, () => state.tree.root(), at);
      if (problem !== null) return problem;
      before = at;
    }
  }
  return chain === null ? null : endOf(chain, chains);
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
}

function beginChain(
  files: WriterFiles,
  logId: string,
  from: number,
  { keys, checkpoints }: VerifyOptions,
): OpenChain | LogProblem {
  const found: Checkpoint[] = [];
  if (keys.length > 0) {
    for (const [notes, where] of [
      [readCheckpoints(files.checkpoints, logId), `checkpoints of ${logId}`],
      [checkpoints, 'the checkpoint given'],
    ] as const) {
      for (const note of splitNotes(notes)) {
        const checkpoint = openCheckpoint(note, keys);
        if (checkpoint === null)
          return { at: where, problem: 'a checkpoint is not signed with a key that was given' };
        if (checkpoint.origin.endsWith(`/${logId}`)) found.push(checkpoint);
      }
    }
  }
  found.sort((a, b) => a.size - b.size);
  const done = found.filter(({ size }) => size <= from).length;
  return { files, logId, from, checkpoints: found, done, to: from, covered: from };
}

function compare(chain: OpenChain, size: number, root: () => Buffer, at: string): LogProblem | null {
  for (; chain.checkpoints[chain.done]?.size === size; chain.done++) {
    if (!root().equals(chain.checkpoints[chain.done]!.root)) {
      const problem = `the records from seq ${chain.covered} to ${size - 1} are not those that were signed`;
      return { at, problem };
    }
    chain.covered = size;
  }
  return null;
}

function endOf(chain: OpenChain, chains: VerifiedChain[]): LogProblem | null {
  const { files, logId, from, to, covered, checkpoints } = chain;
  const last = checkpoints.at(-1);
  if (last !== undefined && last.size > to) {
    const problem = `the log ends at seq ${to - 1}, and a checkpoint was signed over ${last.size} records`;
    return { at: files.paths.at(-1) ?? files.writer, problem };
  }
  chains.push({ writer: files.writer, logId, from, to, checkpoints: checkpoints.length, covered });
  return null;
}
