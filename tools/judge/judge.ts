import { sample } from 'fast-check';
import type { Answer } from '../../library/node/clips/answer.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { firstDifference, isComparable, isRejected, scopedDifference, type Difference } from './compare.ts';
import { programs } from './draw.ts';
import type { Feature } from './features.ts';
import { programCase, type Case, type Program } from './program.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import type { Ruleset } from '../../compiler/untyped.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import { runFerrule, type FerruleRun } from './run-ferrule.ts';
import { smaller } from './shrink.ts';

/** Results of both sides for one case. */
export interface Verdict {
  readonly judged: Case;
  readonly clips: Answer;
  readonly ferrule: Answer;
  /** null: they agree, or one of them gave no answer. */
  readonly difference: Difference | null;
  /** False when one of them gave no answer. */
  readonly compared: boolean;
  /** The emitted constructs, or null when the YAML does not compile. */
  readonly constructs: string | null;
}

/** CLIPS goes on with other digits, or dies: such a program is only loaded, not run. */
function isOverflow(answer: Answer): boolean {
  return answer.kind === 'none' && answer.cause === 'overflow';
}

function verdict(judged: Case, { answer, scoped, compiled }: FerruleRun, clips: Answer): Verdict {
  const compared = isRejected(clips) || (isComparable(clips, answer) && !scoped.some(isOverflow));
  const differences = [firstDifference(clips, answer), ...scoped.map((one) => scopedDifference(clips, one))];
  const difference = compared ? (differences.find((found) => found !== null) ?? null) : null;
  return { judged, clips, ferrule: answer, difference, compared, constructs: compiled?.constructs ?? null };
}

/** Returns both sides' results for cases, in order; CLIPS evaluates them all together. */
export async function judge(clips: Clips, cases: readonly Case[]): Promise<readonly Verdict[]> {
  const runs: FerruleRun[] = [];
  for (const judged of cases) runs.push(await runFerrule(judged));
  return judgeRuns(clips, cases, runs);
}

/** Like `judge`, for cases that ferrule has already evaluated. */
export async function judgeRuns(
  clips: Clips,
  cases: readonly Case[],
  runs: readonly FerruleRun[],
): Promise<readonly Verdict[]> {
  const compiled = runs.flatMap(({ answer, scoped, compiled: made, phases }, index) =>
    made && isAsked(clips, cases[index], made.ruleset)
      ? [{ made, index, phases, loadsOnly: [answer, ...scoped].some(isOverflow) }]
      : [],
  );
  const answers = await runClips(
    clips,
    compiled.map(({ made, phases, loadsOnly }) => ({ ...made, phases: loadsOnly ? [] : phases })),
  );
  const byIndex = new Map(compiled.map(({ index }, position) => [index, answers[position]]));
  const unanswered: Answer = { kind: 'none', cause: 'not compiled', problem: 'CLIPS did not run' };
  return cases.flatMap((judged, index) => {
    const run = runs[index];
    return run ? [verdict(judged, run, byIndex.get(index) ?? unanswered)] : [];
  });
}

/** Drawn short rules have groups, on which not every CLIPS can judge. */
const isAsked = (clips: Clips, judged: Case | undefined, ruleset: Ruleset): boolean =>
  judged?.document === undefined || isJudge(clips.version, ruleset);

/** Programs of a seed: the same seed and features draw the same programs. */
export function drawPrograms(seed: number, count: number, features: readonly Feature[]): readonly Program[] {
  // Budgets are in programs of their own: seeds go on to draw what they drew.
  const own = features.filter((feature) => feature !== 'budgets');
  return sample(programs(own), { seed, numRuns: count });
}

const CANDIDATES_AT_ONCE = 12;

/** How programs of one kind become cases, and smaller. */
export interface ProgramKind<P> {
  readonly caseOf: (program: P) => Case;
  readonly smaller: (program: P) => Iterable<P>;
}

export const LONG: ProgramKind<Program> = { caseOf: programCase, smaller };

/** The smallest program found, by leaving out one part after the other, on which the two still differ. */
export async function shrink<P>(
  clips: Clips,
  program: P,
  { caseOf, smaller: smallerOf }: ProgramKind<P>,
): Promise<{ readonly program: P; readonly verdict: Verdict }> {
  const [first] = await judge(clips, [caseOf(program)]);
  if (!first?.difference) throw new Error('there is nothing to shrink: both sides agree');
  let best = { program, verdict: first };
  for (let candidates = [...smallerOf(program)]; candidates.length > 0;) {
    const batch = candidates.splice(0, CANDIDATES_AT_ONCE);
    const verdicts = await judge(clips, batch.map(caseOf));
    const at = verdicts.findIndex(({ difference }) => difference !== null);
    const [next, found] = [batch[at], verdicts[at]];
    if (next === undefined || !found) continue;
    best = { program: next, verdict: found };
    candidates = [...smallerOf(next)];
  }
  return best;
}
