import { describe, expect, it } from 'vitest';
import type { PhaseAnswer } from '../../library/node/clips/answer.ts';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { outlineOf, readOutline, writeOutline } from './outline.ts';
import { CLASSIC_PROGRAMS } from './programs.ts';
import { compileClassic, runInClips, runInFerrule } from './run-classic.ts';

const clips = await findClips();
const update = process.env['FERRULE_UPDATE'] === '1';

if (!clips) {
  console.info(
    'classics: no CLIPS found (FERRULE_CLIPS, else clips on the PATH); comparing with recorded traces',
  );
}

/** 6.30 gives a modified fact a new place in the list of facts, so of its facts the order says nothing. */
const comparable = (answer: PhaseAnswer, ordered: boolean): PhaseAnswer =>
  ordered ? answer : { ...answer, facts: [...answer.facts].sort() };

describe.each(CLASSIC_PROGRAMS)('$name', async (program) => {
  const compiled = await compileClassic(program);
  const { answer, facts, scopedTraces } = runInFerrule(compiled);
  const judged = clips && (await runInClips(clips, compiled));

  it('is solved', () => {
    expect(program.problems(program.facts, facts)).toEqual([]);
    expect(answer).toMatchObject({ decision: 'allow', reason: program.reason });
  });

  it('fires in request scope as in the plain engine', () => {
    for (const trace of scopedTraces) expect(trace).toEqual(answer.ruleTrace);
  });

  it('fires and leaves what CLIPS 6.4 was recorded to', async () => {
    if (update && judged?.ordered) await writeOutline(program.name, outlineOf(judged.answer));
    expect(outlineOf(answer)).toEqual(await readOutline(program.name));
  });

  if (!clips || !judged) return;

  it(`fires and leaves the same in CLIPS ${clips.version}`, () => {
    expect(comparable(answer, judged.ordered)).toEqual(comparable(judged.answer, judged.ordered));
  });
});
