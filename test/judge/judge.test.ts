import { describe, expect, it } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { firstDifference, scopedDifference } from '../../tools/judge/compare.ts';
import { FEATURES, judgedFeatures } from '../../tools/judge/features.ts';
import { readRecordings, readSamples, writeRecording, writeSample } from '../../tools/judge/files.ts';
import { drawPrograms, judge, type Verdict } from '../../tools/judge/judge.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { programCase } from '../../tools/judge/program.ts';
import { explain } from '../../tools/judge/report.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import { runFerrule } from '../../tools/judge/run-ferrule.ts';
import { expectAgreement } from './judge-drawn.ts';
import { full } from '../full.ts';

const clips = await findClips();
const samples = await readSamples();
const update = process.env['FERRULE_UPDATE'] === '1';
const RECORDED_SEEDS = [1, 2, 3];
const RECORDED_PROGRAMS = 60;
/** A plain run replays one recording: the others are more draws of the same. */
const REPLAYED = full(RECORDED_SEEDS.length, 1);

describe.each(samples)('sample $name', ({ name, judged, expected }) => {
  it('has the same results as CLIPS', async () => {
    const run = await runFerrule(judged);
    if (!run.compiled) throw new Error(`the sample does not compile: ${JSON.stringify(run.answer)}`);
    const judges = clips !== null && isJudge(clips.version, run.compiled.ruleset) ? clips : null;
    const answer = judges && (await runClips(judges, [{ ...run.compiled, phases: run.phases }]))[0];
    if (update && answer) await writeSample(name, judged, run.compiled.constructs, answer);
    else {
      if (!expected)
        throw new Error('no expected answers yet: run the tests once with FERRULE_UPDATE=1 and CLIPS 6.4');
      expect(run.compiled.constructs).toBe(expected.constructs);
      expect(firstDifference(expected.answer, run.answer)).toBeNull();
      for (const scoped of run.scoped) expect(scopedDifference(expected.answer, scoped)).toBeNull();
      if (answer) expect(firstDifference(expected.answer, answer)).toBeNull();
    }
  });
});

/** Verdicts of programs of a seed; the drawn features are those on which this CLIPS is right. */
async function judgeSeed(seed: number, count: number): Promise<readonly Verdict[]> {
  if (!clips) throw new Error('no CLIPS');
  const programs = drawPrograms(seed, count, judgedFeatures(FEATURES, clips.version));
  return judge(clips, programs.map(programCase));
}

if (clips) {
  describe(`CLIPS ${clips.version} judges drawn programs`, () => {
    it('agrees on decision, reason, metadata, traces and facts', async () => {
      await expectAgreement(clips, 'judge');
    });

    it('loads every construct that ferrule emits', async () => {
      const verdicts = await judgeSeed(RECORDED_SEEDS[0] ?? 1, full(RECORDED_PROGRAMS, 10));
      const rejected = verdicts.filter(
        (verdict) => verdict.clips.kind === 'none' && verdict.clips.cause === 'rejected',
      );
      expect(rejected.map((verdict) => verdict.clips)).toEqual([]);
    });
  });
}

if (clips && update) {
  it.each(RECORDED_SEEDS)('records the results of CLIPS for seed %i', async (seed) => {
    const compared = (await judgeSeed(seed, RECORDED_PROGRAMS)).filter((verdict) => verdict.compared);
    const cases = compared.map((verdict) => ({ ...verdict.judged, answer: verdict.clips }));
    await writeRecording(`seed-${seed}`, { clipsVersion: clips.version, cases });
    expect(compared.length).toBeGreaterThan(0);
  });
} else {
  const title = clips ? 'recorded answers' : 'recorded answers of CLIPS, because no CLIPS is installed here';
  if (!clips)
    console.info('judge: no CLIPS found (FERRULE_CLIPS, else clips on the PATH); replaying recorded answers');
  describe(title, async () => {
    for (const { name, cases } of (await readRecordings()).slice(0, REPLAYED)) {
      it(name, async () => {
        for (const recorded of cases) {
          const { answer } = await runFerrule(recorded);
          const difference = firstDifference(recorded.answer, answer);
          if (difference) {
            const verdict = {
              judged: recorded,
              clips: recorded.answer,
              ferrule: answer,
              difference,
              compared: true,
              constructs: null,
            };
            expect.fail(explain(verdict));
          }
        }
      });
    }
  });
}
