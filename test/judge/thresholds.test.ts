/**
 * Thresholds change how something is done and never what it means. With the smallest ones, small programs take the ways
 * that are made for many facts, long logs and large tables.
 */
import { describe, expect, it, vi } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { firstDifference, scopedDifference } from '../../tools/judge/compare.ts';
import { readRecordings, readSamples } from '../../tools/judge/files.ts';
import { runFerrule } from '../../tools/judge/run-ferrule.ts';
import { expectAgreement } from './judge-drawn.ts';
import { full } from '../full.ts';

vi.mock('../../runtime/engine/thresholds.ts', async (original) =>
  (await import('./smallest.ts')).smallest(original<object>),
);
vi.mock('../../compiler/thresholds.ts', async (original) =>
  (await import('./smallest.ts')).smallest(original<object>),
);

const clips = await findClips();

it('thresholds are the smallest', async () => {
  const { FACTS_COMPARED, EMPTY_BUCKETS_KEPT } = await import('../../runtime/engine/thresholds.ts');
  const { ROWS_TRIED } = await import('../../compiler/thresholds.ts');
  expect([FACTS_COMPARED, EMPTY_BUCKETS_KEPT, ROWS_TRIED]).toEqual([1, 1, 1]);
});

describe('samples', async () => {
  it.each(await readSamples())('$name', async ({ judged, expected }) => {
    const { answer, scoped } = await runFerrule(judged);
    expect(firstDifference(expected!.answer, answer)).toBeNull();
    for (const one of scoped) expect(scopedDifference(expected!.answer, one)).toBeNull();
  });
});

describe('recorded results', async () => {
  it.each((await readRecordings()).slice(0, full(3, 1)))('$name', async ({ cases }) => {
    for (const recorded of cases) {
      const { answer, scoped } = await runFerrule(recorded);
      expect(firstDifference(recorded.answer, answer)).toBeNull();
      for (const one of scoped) expect(scopedDifference(recorded.answer, one)).toBeNull();
    }
  });
});

it.runIf(clips !== null)('drawn programs have the same results as in CLIPS', async () => {
  await expectAgreement(clips!, 'thresholds');
});
