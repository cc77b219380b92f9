import { openCheckpoint, splitNotes } from '../checkpoint.ts';
import { writeProof } from '../log-proof.ts';
import { fullSubtrees, inclusionProof, leafHash, rangeHash } from '../tree.ts';
import { ChainReader } from './check-lines.ts';
import { findWriters, readNotes, readLines } from './read-log.ts';

type ProofResult =
  { readonly ok: true; readonly proof: string } | { readonly ok: false; readonly problem: string };

/** A part of a chain, as far as it is needed for a proof. */
export interface ProvenPart {
  readonly logId: string;
  /** Number of its first record, and the tree before it. */
  readonly from: number;
  readonly roots: readonly Buffer[];
  readonly leaves: readonly Buffer[];
}

interface Chain extends ProvenPart {
  readonly leaves: Buffer[];
  found: { readonly line: Buffer; readonly index: number } | null;
}

/**
 * Proves that the record of a decision is in a log, under the last checkpoint that covers it.
 *
 * @param keys base64url of the public keys that checkpoints may be signed with
 * @param given notes of checkpoints that are not beside the log
 */
export function proveRecord(
  path: string,
  decisionId: string,
  keys: readonly string[],
  given = '',
): ProofResult {
  const wanted = `"decision_id":${JSON.stringify(decisionId)}`;
  for (const { paths, checkpoints } of findWriters(path)) {
    for (const chain of readChains(paths, wanted, decisionId)) {
      const { found, logId } = chain;
      if (found === null) continue;
      const notes = given + readNotes(checkpoints, logId);
      return proveIn(chain, found.index, found.line.toString('utf8'), notes, keys);
    }
  }
  return no('the log does not contain this decision');
}

/**
 * Proves that a record is in a part of a chain, under the last checkpoint that covers it and that the part reaches.
 *
 * @param index number of the record in the chain
 * @param record its line; null to leave it out of the proof
 * @param notes checkpoints
 */
export function proveIn(
  part: ProvenPart,
  index: number,
  record: string | null,
  notes: string,
  keys: readonly string[],
): ProofResult {
  const end = part.from + part.leaves.length;
  for (const note of splitNotes(notes).reverse()) {
    const checkpoint = openCheckpoint(note, keys);
    if (checkpoint === null) return no('a checkpoint is not signed with a given key');
    if (!checkpoint.origin.endsWith(`/${part.logId}`)) continue;
    if (checkpoint.size <= index || checkpoint.size > end) continue;
    const known = (from: number, to: number): Buffer | null => knownHash(part, from, to);
    if (!rangeHash(0, checkpoint.size, known).equals(checkpoint.root)) {
      return no('the records do not match the signed checkpoint (see ferrule audit verify)');
    }
    const hashes = inclusionProof(index, checkpoint.size, known);
    return { ok: true, proof: writeProof({ record, index, hashes, checkpoint: note }) };
  }
  return no('no checkpoint covers the decision yet');
}

function no(problem: string): ProofResult {
  return { ok: false, problem };
}

function readChains(paths: readonly string[], wanted: string, decisionId: string): readonly Chain[] {
  const chains: Chain[] = [];
  for (const path of paths) {
    for (const [i, line] of readLines(path).entries()) {
      if (i === 0) begin(chains, line);
      const chain = chains.at(-1);
      if (chain === undefined) continue;
      const index = chain.from + chain.leaves.length;
      chain.leaves.push(leafHash(line));
      if (chain.found === null && line.includes(wanted) && idOf(line) === decisionId) {
        chain.found = { line, index };
      }
    }
  }
  return chains;
}

/** A file goes on with the chain of the one before, or begins another. */
function begin(chains: Chain[], line: Buffer): void {
  const reader = new ChainReader();
  if (!reader.startFile(line).ok || reader.state === null) return;
  const { logId, seq, start } = reader.state;
  if (chains.at(-1)?.logId === logId) return;
  chains.push({ logId, from: seq - 1, roots: start, leaves: [], found: null });
}

function idOf(line: Buffer): unknown {
  try {
    return (JSON.parse(line.toString('utf8')) as { readonly decision_id?: unknown }).decision_id;
  } catch {
    return null;
  }
}

/** A leaf, or a full subtree of the records before the first existing one. */
function knownHash({ from: first, roots, leaves }: ProvenPart, from: number, to: number): Buffer | null {
  if (from >= first) return to - from === 1 ? leaves[from - first]! : null;
  const subtrees = fullSubtrees(0, first);
  const at = subtrees.findIndex((subtree) => subtree.from === from && from + subtree.size === to);
  return roots[at] ?? null;
}
