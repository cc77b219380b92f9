import { expect, test } from 'vitest';
import { exactInteger } from '../../tools/api-fuzz/exact.ts';
import { fuzzApi, type Finding } from '../../tools/api-fuzz/fuzz.ts';
import { full } from '../full.ts';

test.each([
  ['9007199254740993', 9_007_199_254_740_993n],
  ['9007199254740993.000', 9_007_199_254_740_993n],
  ['-1.152921504606847e18', -1_152_921_504_606_847_000n],
  ['90071992547409930e-1', 9_007_199_254_740_993n],
  ['-0', 0n],
  ['9223372036854775808', null],
  ['1e400', null],
  ['1.5', null],
])('%s is exactly %s', (text, value) => {
  expect(exactInteger(text)).toBe(value);
});

test('the fuzz of the interface finds nothing in some hundred requests', async () => {
  const findings: Finding[] = [];
  const { counts, allowed, replayed } = await fuzzApi({
    count: full(600, 200),
    seed: Number(process.env['FERRULE_SEED'] ?? 20_261),
    onFinding: (finding) => findings.push(finding),
  });
  expect(findings).toEqual([]);
  expect(Math.min(...Object.values(counts), allowed, replayed.refusals)).toBeGreaterThan(0);
});
