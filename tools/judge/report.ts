import { stringify } from 'lossless-json';
import type { Phase } from '../../library/node/clips/facts.ts';
import type { Verdict } from './judge.ts';

/** Facts as JSON with all digits of their integers, one array a run. */
export function factsJson(phases: readonly Phase[]): string {
  return stringify(phases, null, 2) + '\n';
}

/** A failing case for a person: the ruleset, the facts, and what each side answered. */
export function explain(verdict: Verdict): string {
  const { judged, difference, clips, ferrule } = verdict;
  return [
    `CLIPS and ferrule differ in ${difference?.what ?? 'nothing'}`,
    `--- ruleset.yaml\n${judged.yaml}`,
    `--- facts.json\n${factsJson(judged.phases)}`,
    `--- CLIPS answers\n${difference?.clips ?? ''}`,
    `--- ferrule answers\n${difference?.ferrule ?? ''}`,
    `--- all of CLIPS\n${JSON.stringify(clips)}`,
    `--- all of ferrule\n${JSON.stringify(ferrule)}`,
  ].join('\n');
}
