import { expect } from 'vitest';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { FEATURES, judgedFeatures } from '../../tools/judge/features.ts';
import { SEED_RANGE } from '../../tools/judge/fuzz-options.ts';
import { writeSample } from '../../tools/judge/files.ts';
import { drawPrograms, judge, shrink, type Verdict } from '../../tools/judge/judge.ts';
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

/**
 * Fails with the smallest program found for which CLIPS has another result, and saves it as a sample, so that it is judged
 * again until it is fixed.
 */
export async function expectAgreement(clips: Clips, title: string): Promise<void> {
  const seed = freshSeed(title);
  const drawn = drawPrograms(seed, DRAWN, judgedFeatures(FEATURES, clips.version));
  const verdicts = await judge(clips, drawn.map(programCase));
  const failing = drawn[verdicts.findIndex(({ difference }) => difference !== null)];
  if (failing) {
    const { verdict } = await shrink(clips, failing);
    expect.fail(`${explain(verdict)}\n${await save(`${title}-${seed}`, verdict)}`);
  }
  expect(verdicts.filter(({ compared }) => compared).length).toBeGreaterThan(DRAWN / 2);
}

async function save(name: string, { judged, constructs, clips }: Verdict): Promise<string> {
  if (constructs === null) return 'not saved as a sample: it does not compile';
  await writeSample(name, judged, constructs, clips);
  return `saved as test/judge/samples/${name}`;
}
