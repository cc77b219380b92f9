/**
 * Thresholds change how something is done and never what it means. With the smallest ones, small programs take the ways
 * that are made for many facts, long logs and large tables.
 */
import { describe, expect, it, vi } from 'vitest';
import { findClips } from '../../server/clips/clips-binary.ts';
import { firstDifference, scopedDifference } from '../../server/tools/judge/compare.ts';
import { FEATURES, judgedFeatures } from '../../server/tools/judge/features.ts';
import { readRecordings, readSamples } from '../../server/tools/judge/files.ts';
import { SEED_RANGE } from '../../server/tools/judge/fuzz-options.ts';
import { drawPrograms, judge, shrink } from '../../server/tools/judge/judge.ts';
import { programCase } from '../../server/tools/judge/program.ts';
import { explain } from '../../server/tools/judge/report.ts';
import { runFerrule } from '../../server/tools/judge/run-ferrule.ts';

const { smallest } = vi.hoisted(() => ({
  smallest: async (original: () => Promise<object>): Promise<object> =>
    Object.fromEntries(Object.keys(await original()).map((name) => [name, name === 'FIRST_ENTRIES' ? 2 : 1])),
}));
vi.mock('../../runtime/thresholds.ts', smallest);
vi.mock('../../compiler/thresholds.ts', smallest);

const clips = await findClips();
const DRAWN = Number(process.env['FERRULE_PROGRAMS'] ?? 100);

it('thresholds are the smallest', async () => {
  const { FACTS_COMPARED, EMPTY_BUCKETS_KEPT } = await import('../../runtime/thresholds.ts');
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

describe('recorded answers', async () => {
  it.each(await readRecordings())('$name', async ({ cases }) => {
    for (const recorded of cases) {
      const { answer, scoped } = await runFerrule(recorded);
      expect(firstDifference(recorded.answer, answer)).toBeNull();
      for (const one of scoped) expect(scopedDifference(recorded.answer, one)).toBeNull();
    }
  });
});

it.runIf(clips !== null)('drawn programs are answered as CLIPS does', async () => {
  const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() % SEED_RANGE);
  console.info(`thresholds: seed ${seed}, ${DRAWN} programs (repeat with FERRULE_SEED=${seed})`);
  const drawn = drawPrograms(seed, DRAWN, judgedFeatures(FEATURES, clips!.version));
  const verdicts = await judge(clips!, drawn.map(programCase));
  const failing = drawn[verdicts.findIndex(({ difference }) => difference !== null)];
  if (failing) expect.fail(explain((await shrink(clips!, failing)).verdict));
  expect(verdicts.filter(({ compared }) => compared).length).toBeGreaterThan(DRAWN / 2);
});
