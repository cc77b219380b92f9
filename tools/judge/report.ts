import { stringify } from 'lossless-json';
import type { Phase } from '../../library/node/clips/facts.ts';
import type { Verdict } from './judge.ts';

/** Facts as JSON with all digits of their integers, one array a run. */
export function factsJson(phases: readonly Phase[]): string {
  return stringify(phases, null, 2) + '\n';
}

/** Prints a failing case for a person: the ruleset, the facts, and the result of each side. */
export function explain(verdict: Verdict): string {
  const { judged, difference, clips, ferrule } = verdict;
  return [
    `CLIPS and ferrule differ in ${difference?.what ?? 'nothing'}`,
    `--- ruleset.yaml\n${judged.yaml}`,
    `--- facts.json\n${factsJson(judged.phases)}`,
    ...(judged.document === undefined ? [] : [`--- document.json\n${JSON.stringify(judged.document)}`]),
    `--- CLIPS result\n${difference?.clips ?? ''}`,
    `--- ferrule result\n${difference?.ferrule ?? ''}`,
    `--- all of CLIPS\n${JSON.stringify(clips)}`,
    `--- all of ferrule\n${JSON.stringify(ferrule)}`,
  ].join('\n');
}
