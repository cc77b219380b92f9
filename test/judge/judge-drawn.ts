import { expect } from 'vitest';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { FEATURES, judgedFeatures } from '../../tools/judge/features.ts';
import { SEED_RANGE } from '../../tools/judge/fuzz-options.ts';
import { drawPrograms, judge, shrink } from '../../tools/judge/judge.ts';
import { programCase } from '../../tools/judge/program.ts';
import { explain } from '../../tools/judge/report.ts';
import { full } from '../full.ts';

/** Programs that a test draws. */
export const DRAWN = Number(process.env['FERRULE_PROGRAMS'] ?? full(100, 30));

/** A seed of its own for each run, which is printed; FERRULE_SEED repeats one. @param title of what draws */
export function freshSeed(title: string): number {
  const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() % SEED_RANGE);
  console.info(`${title}: seed ${seed}, ${DRAWN} programs (repeat with FERRULE_SEED=${seed})`);
  return seed;
}

/** Fails with the smallest program found for which CLIPS has another result. */
export async function expectAgreement(clips: Clips, title: string): Promise<void> {
  const drawn = drawPrograms(freshSeed(title), DRAWN, judgedFeatures(FEATURES, clips.version));
  const verdicts = await judge(clips, drawn.map(programCase));
  const failing = drawn[verdicts.findIndex(({ difference }) => difference !== null)];
  if (failing) expect.fail(explain((await shrink(clips, failing)).verdict));
  expect(verdicts.filter(({ compared }) => compared).length).toBeGreaterThan(DRAWN / 2);
}
