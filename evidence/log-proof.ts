/** Proofs that a record is in a log (c2sp.org/tlog-proof@v1). The record itself goes along as `extra`. */
import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { leafHash, rootOfProof } from './tree.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';
const HASH = /^[A-Za-z0-9+/]{43}=$/;

interface LogProof {
  /** The record's line, without its end. */
  readonly record: string;
  readonly index: number;
  readonly hashes: readonly Buffer[];
  /** The signed note. */
  readonly checkpoint: string;
}

type ProofVerdict =
  | {
      readonly ok: true;
      readonly record: string;
      readonly index: number;
      readonly checkpoint: Checkpoint;
    }
  | { readonly ok: false; readonly problem: string };

/** @param proof `record` is null to leave it out: the verifier must have it */
export function writeProof({
  record,
  index,
  hashes,
  checkpoint,
}: Omit<LogProof, 'record'> & { readonly record: string | null }): string {
  const lines = [
    HEADER,
    ...(record === null ? [] : [`extra ${Buffer.from(record).toString('base64')}`]),
    `index ${index}`,
    ...hashes.map((hash) => hash.toString('base64')),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** `null` for a text that is not a proof with a record. */
export function readProof(text: string): LogProof | null {
  const end = text.indexOf('\n\n');
  const [header, extra = '', index = '', ...hashes] = text.slice(0, Math.max(0, end)).split('\n');
  const record = /^extra ([A-Za-z0-9+/]+={0,2})$/.exec(extra)?.[1];
  const number = /^index (0|[1-9]\d{0,15})$/.exec(index)?.[1];
  if (header !== HEADER || record === undefined || number === undefined) return null;
  if (!hashes.every((hash) => HASH.test(hash))) return null;
  return {
    record: Buffer.from(record, 'base64').toString('utf8'),
    index: Number(number),
    hashes: hashes.map((hash) => Buffer.from(hash, 'base64')),
    checkpoint: text.slice(end + 2),
  };
}

/**
 * Checks that a text proves that its record is in a log whose checkpoint one of these keys signed.
 *
 * @param keys base64url of the 32 bytes of each public key
 */
export function verifyProof(text: string, keys: readonly string[]): ProofVerdict {
  const proof = readProof(text);
  if (proof === null) return { ok: false, problem: 'not a proof with a record' };
  const { record, index, hashes } = proof;
  const checkpoint = openCheckpoint(proof.checkpoint, keys);
  if (checkpoint === null) return { ok: false, problem: 'its checkpoint is not signed with a given key' };
  const root = rootOfProof(leafHash(Buffer.from(record)), index, checkpoint.size, hashes);
  if (root === null || !root.equals(checkpoint.root)) {
    return { ok: false, problem: 'its hashes do not connect the record with the root of the checkpoint' };
  }
  return { ok: true, record, index, checkpoint };
}
