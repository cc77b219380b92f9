import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../../compiler/read/sha256.ts';

function nodeHash(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}

it('is SHA-256 of any texts', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      expect(sha256Hex(texts)).toBe(nodeHash(texts));
    }),
    { numRuns: 300 },
  );
});

it.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 100_000])('takes %d bytes', (length) => {
  expect(sha256Hex(['a'.repeat(length)])).toBe(nodeHash(['a'.repeat(length)]));
});

it('takes half of a surrogate pair as Node does', () => {
  expect(sha256Hex(['\ud800', '\udc00x'])).toBe(nodeHash(['\ud800', '\udc00x']));
});
