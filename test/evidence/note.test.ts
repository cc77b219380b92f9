import { expect, test } from 'vitest';
import { readSigningKey } from '../../server/evidence/attestation-key.ts';
import { openCheckpoint, signCheckpoint, splitNotes } from '../../server/evidence/checkpoint.ts';
import { openNote, signNote, verifierKey } from '../../server/evidence/note.ts';
import { EMPTY_ROOT } from '../../server/evidence/tree.ts';
import { generateKeys } from '../../server/signing/keys.ts';

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
