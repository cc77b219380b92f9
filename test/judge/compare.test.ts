import { expect, it } from 'vitest';
import type { Answer, PhaseAnswer } from '../../library/node/clips/answer.ts';
import { firstDifference, isComparable, isRejected } from '../../tools/judge/compare.ts';

const PHASE: PhaseAnswer = {
  decision: 'deny',
  reason: 'r',
  metadata: [
    ['k', 'v'],
    ['a', 'b'],
  ],
  ruleTrace: ['MAIN::r1', 'MAIN::r2'],
  moduleTrace: ['MAIN'],
  facts: ['(A (x 1))', '(A (x 2))'],
};
const answered = (change: Partial<PhaseAnswer> = {}): Answer => ({
  kind: 'answered',
  phases: [{ ...PHASE, ...change }],
});
const REJECTED: Answer = { kind: 'none', cause: 'rejected', problem: '' };

it('finds no difference in equal results; the order of metadata means nothing', () => {
  expect(
    firstDifference(
      answered(),
      answered({
        metadata: [
          ['a', 'b'],
          ['k', 'v'],
        ],
      }),
    ),
  ).toBeNull();
});

it.each<[string, Partial<PhaseAnswer>]>([
  ['decision', { decision: 'allow' }],
  ['reason', { reason: '' }],
  ['metadata', { metadata: [] }],
  ['ruleTrace', { ruleTrace: ['MAIN::r2', 'MAIN::r1'] }],
  ['moduleTrace', { moduleTrace: [] }],
  ['facts', { facts: ['(A (x 2))', '(A (x 1))'] }],
])('sees a difference in %s', (what, change) => {
  expect(firstDifference(answered(), answered(change))?.what).toBe(`${what} of run 1`);
});

it('compares errors as such, not by their words', () => {
  const failed = (problem: string): Answer => ({ kind: 'failed', problem });
  expect(firstDifference(failed('[PRNTUTIL7]'), failed('division by zero'))).toBeNull();
  expect(firstDifference(failed(''), answered())?.what).toBe('kind of answer');
  expect(firstDifference({ kind: 'limited' }, answered())?.what).toBe('kind of answer');
});

it('compares nothing with a program that one side refused', () => {
  expect(isComparable(REJECTED, answered())).toBe(false);
  expect(isComparable(answered(), answered())).toBe(true);
});

it('distinguishes constructs that CLIPS rejects from every other missing result', () => {
  expect(isRejected(REJECTED)).toBe(true);
  expect(isRejected({ kind: 'none', cause: 'crashed', problem: '' })).toBe(false);
  expect(isRejected(answered())).toBe(false);
});

it('takes constructs that CLIPS rejects for a difference, whatever the program returns here', () => {
  expect(firstDifference(REJECTED, answered())?.what).toBe('kind of answer');
  expect(firstDifference(REJECTED, { kind: 'none', cause: 'overflow', problem: '' })).not.toBeNull();
});
