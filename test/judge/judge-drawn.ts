import { expect } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { FEATURES, judgedFeatures } from '../../tools/judge/features.ts';
import { writeSample } from '../../tools/judge/files.ts';
import {
  drawPrograms,
  judge,
  LONG,
  shrink,
  type ProgramKind,
  type Verdict,
} from '../../tools/judge/judge.ts';
import { programYaml, type Program } from '../../tools/judge/program.ts';
import { SEED_RANGE } from '../../tools/judge-fuzz/fuzz-options.ts';
import { drawShortPrograms, SHORT } from '../../tools/short-fuzz/short-program.ts';
import { explain } from '../../tools/judge/report.ts';
import { full } from '../full.ts';

/** Programs that a test draws. */
export const DRAWN = Number(process.env['FERRULE_PROGRAMS'] ?? full(100, 30));

/**
 * Most programs that are drawn for those to judge. Six in ten compile, three in ten have a rule that never holds; CLIPS is not
 * asked about a program that does not compile.
 */
const MOST_DRAWN = 2 * DRAWN;

const compiles = (program: Program): boolean =>
  compileSources([{ path: 'drawn.yaml', text: programYaml(program) }]).ok;

/** A seed of its own for each run, which is printed; FERRULE_SEED repeats one. @param title of what draws */
export function freshSeed(title: string): number {
  const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() % SEED_RANGE);
  console.info(`${title}: seed ${seed}, ${DRAWN} programs (repeat with FERRULE_SEED=${seed})`);
  return seed;
}

/** Programs of short rules beside the others. */
const SHORTS = Math.ceil(DRAWN / 4);

/**
 * Fails with the smallest program found for which CLIPS has another result, and saves it as a sample, so that it is judged
 * again until it is fixed.
 */
export async function expectAgreement(clips: Clips, title: string): Promise<void> {
  const seed = freshSeed(title);
  const candidates = drawPrograms(seed, MOST_DRAWN, judgedFeatures(FEATURES, clips.version));
  const drawn = candidates.filter(compiles).slice(0, DRAWN);
  await expectAll(clips, drawn, LONG, DRAWN / 2, `${title}-${seed}`);
  const isMostlyAsked = !clips.version.startsWith('6.3');
  const shorts = drawShortPrograms(seed, SHORTS);
  await expectAll(clips, shorts, SHORT, isMostlyAsked ? SHORTS / 3 : 0, `${title}-short-${seed}`);
}

async function expectAll<P>(
  clips: Clips,
  drawn: readonly P[],
  kind: ProgramKind<P>,
  least: number,
  name: string,
): Promise<void> {
  const verdicts = await judge(clips, drawn.map(kind.caseOf));
  const failing = drawn[verdicts.findIndex(({ difference }) => difference !== null)];
  if (failing !== undefined) {
    const { verdict } = await shrink(clips, failing, kind);
    expect.fail(`${explain(verdict)}\n${await save(name, verdict)}`);
  }
  expect(verdicts.filter(({ compared }) => compared).length).toBeGreaterThanOrEqual(least);
}

async function save(name: string, { judged, constructs, clips }: Verdict): Promise<string> {
  if (constructs === null) return 'not saved as a sample: it does not compile';
  await writeSample(name, judged, constructs, clips);
  return `saved as test/judge/samples/${name}`;
}
