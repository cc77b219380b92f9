import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSigningKey } from '../../evidence/attestation-key.ts';
import { openCheckpoint, signCheckpoint, splitNotes } from '../../evidence/checkpoint.ts';
import { readProof, verifyProof, writeProof } from '../../evidence/log-proof.ts';
import { openNote, signNote, verifierKey } from '../../evidence/note.ts';
import { EMPTY_ROOT } from '../../evidence/tree.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';

/** The example of Go's package note, which signed notes come from. */
const NAME = 'PeterNeumann';
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`;
const NOTE = `${TEXT}
\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
const X = Buffer.from(KEY.split('+').slice(2).join('+'), 'base64').subarray(1).toString('base64url');

test('a note of others is opened, and the key is written as they write it', () => {
  expect(verifierKey(NAME, X)).toBe(KEY);
  expect(openNote(NOTE, NAME, X)).toBe(TEXT);
  expect(openNote(NOTE.replace('answer', 'Answer'), NAME, X)).toBeNull();
  expect(openNote(NOTE, 'Somebody', X)).toBeNull();
  expect(openNote(TEXT, NAME, X)).toBeNull();
});

test('a checkpoint is a note of origin, size and root', () => {
  const signer = readSigningKey(generateKeys().privateKey)!;
  const checkpoint = { origin: 'ferrule/log', size: 20, root: EMPTY_ROOT };
  const note = signCheckpoint(checkpoint, signer);
  expect(note.split('\n').slice(0, 4)).toEqual(['ferrule/log', '20', EMPTY_ROOT.toString('base64'), '']);
  expect(openCheckpoint(note, [signer.x])).toEqual(checkpoint);
  expect(openCheckpoint(note.replace('\n20\n', '\n21\n'), [signer.x])).toBeNull();
  expect(openCheckpoint(signNote('ferrule/log\n-1\nx\n', 'ferrule/log', signer), [signer.x])).toBeNull();
  expect(splitNotes(note + note)).toEqual([note, note]);
});

test('a checkpoint of the Go checksum database is opened with its key', () => {
  // Checkpoint that sum.golang.org signed for a request of github.com/go-chi/chi/v5@v5.3.2.
  const name = 'sum.golang.org';
  const key = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
  const x = Buffer.from(key.split('+').slice(2).join('+'), 'base64').subarray(1).toString('base64url');
  const text = 'go.sum database tree\n63096908\n8lHrQPRYe4KT4WQ9/Qk8/taKnD6IRHbFgfN7vQE2Y54=\n';
  const line =
    '\u2014 sum.golang.org Az3gri/oVBN1jAhNZ/iS+W31psFAWRT20/GyrhpU6taFwulQGetBkH5S7wpGXdS935jiIGiUUAXBVHzT/P6fYhqAmAk=\n';
  expect(verifierKey(name, x)).toBe(key);
  expect(openNote(`${text}\n${line}`, name, x)).toBe(text);
  expect(openNote(`${text}\n\u2014 witness.example AAAA\n${line}`, name, x)).toBe(text);
  expect(openNote(`${text.replace('63096908', '63096909')}\n${line}`, name, x)).toBeNull();
  // The origin of a checkpoint must be the name of who signed it, or a key of one log would speak for another.
  expect(openCheckpoint(`${text}\n${line}`, [x])).toBeNull();
});

// Rows of transparency-dev/formats, log/checkpoint_test.go, with a 32-byte root instead of an invalid hash.
const ROOT = EMPTY_ROOT.toString('base64');
test.each([
  ['valid one', `Log\n123\n${ROOT}\n`, 123],
  ['valid with different origin', `Banana\n9944\n${ROOT}\n`, 9944],
  ['valid with trailing data', `Log\n9944\n${ROOT}\nHere's some associated data.\n`, 9944],
  ['valid with multiple trailing data lines', `Log\n9944\n${ROOT}\nlots\nof\nlines\n`, 9944],
  ['insufficient lines', 'Head\n9944\n', null],
  ['empty header', `\n9944\n${ROOT}\n`, null],
  ['missing newline on roothash', `Log\n123\n${ROOT}`, null],
  ['size is not a number', `Log\nbananas\n${ROOT}\n`, null],
  ['size is negative', `Log\n-34\n${ROOT}\n`, null],
  ['size is too large', `Log\n3438945738945739845734895735\n${ROOT}\n`, null],
  ['root hash is not base64', "Log\n123\nThisIsn'tBase64\n", null],
  ['root hash is not a hash', 'Log\n123\nYmFuYW5hcw==\n', null],
])('body of a checkpoint: %s', (_what, text, size) => {
  const signer = readSigningKey(generateKeys().privateKey)!;
  const note = signNote(text, text.slice(0, text.indexOf('\n')), signer);
  expect(openCheckpoint(note, [signer.x])?.size ?? null).toBe(size);
});

// Rows of transparency-dev/formats, proof/tlog_proof_test.go.
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
test('a proof is written as they write it', () => {
  const proof = {
    record: 'extra information',
    index: 10,
    hashes: [hash('hash1')],
    checkpoint: 'checkpoint data\n',
  };
  const text = `c2sp.org/tlog-proof@v1\nextra ZXh0cmEgaW5mb3JtYXRpb24=\nindex 10\n${hash('hash1').toString('base64')}\n\ncheckpoint data\n`;
  expect(writeProof(proof)).toBe(text);
  expect(readProof(text)).toEqual(proof);
  const bare = { record: 'some extra data', index: 789, hashes: [], checkpoint: 'checkpoint\n' };
  expect(readProof(writeProof(bare))).toEqual(bare);
});

test.each([
  ['missing header', 'wrong-header\nextra AAAA\nindex 0\n\ncheckpoint\n'],
  ['extra is not base64', 'c2sp.org/tlog-proof@v1\nextra !!notbase64!!\nindex 0\n\ncheckpoint\n'],
  ['missing extra', 'c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n'],
  ['missing index', 'c2sp.org/tlog-proof@v1\nextra AAAA\n\n\ncheckpoint\n'],
  ['index is not a number', 'c2sp.org/tlog-proof@v1\nextra AAAA\nindex notanumber\n\ncheckpoint\n'],
  ['index is negative', 'c2sp.org/tlog-proof@v1\nextra AAAA\nindex -5\n\ncheckpoint\n'],
  ['hash is not base64', 'c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n!!notbase64!!\n\ncheckpoint\n'],
  [
    'hash of another length',
    `c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n${Buffer.alloc(64).toString('base64')}\n\ncheckpoint\n`,
  ],
  ['no end', `c2sp.org/tlog-proof@v1\nextra AAAA\nindex 0\n${'a'.repeat(65 * 1024)}\n`],
])('no proof: %s', (_what, text) => {
  const signer = readSigningKey(generateKeys().privateKey)!;
  expect(readProof(text)).toBeNull();
  expect(verifyProof(text, [signer.x]).ok).toBe(false);
});
