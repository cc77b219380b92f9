import { expect, it } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { judgeRuns } from '../../tools/judge/judge.ts';
import { explain } from '../../tools/judge/report.ts';
import { runFerrule } from '../../tools/judge/run-ferrule.ts';
import { joinedLiterals } from './joined-literals.ts';
import { full } from '../full.ts';

const clips = await findClips();
/** Each run judges another part of the programs; FERRULE_STRIDE=1 judges all of them. */
const STRIDE = Number(process.env['FERRULE_STRIDE'] ?? full(97, 389));
const BATCH = 100;
const MINUTES = 60_000;

it.runIf(clips)(
  'CLIPS loads every literal beside a joined variable',
  { timeout: 120 * MINUTES },
  async () => {
    if (!clips) return;
    const all = joinedLiterals(STRIDE, Date.now() % STRIDE);
    let compared = 0;
    for (let at = 0; at < all.length; at += BATCH) {
      const cases = all.slice(at, at + BATCH);
      const runs = await Promise.all(cases.map(runFerrule));
      const judged = runs.flatMap(({ compiled }, index) =>
        compiled && isJudge(clips.version, compiled.ruleset) ? [index] : [],
      );
      const pick = <T>(list: readonly T[]): readonly T[] => judged.flatMap((index) => list[index] ?? []);
      const verdicts = await judgeRuns(clips, pick(cases), pick(runs));
      const failing = verdicts.find(({ difference }) => difference !== null);
      if (failing) expect.fail(explain(failing));
      compared += verdicts.filter((verdict) => verdict.compared).length;
    }
    console.info(`${all.length} programs of joined literals, ${compared} compared`);
    expect(compared).toBeGreaterThan(all.length / 10);
  },
);
