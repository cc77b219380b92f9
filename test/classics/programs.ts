import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { mannersFacts } from './manners/facts.ts';
import { mannersProblems } from './manners/problems.ts';
import { waltzFacts } from './waltz/facts.ts';
import { waltzProblems } from './waltz/problems.ts';
import { zebraFacts } from './zebra/facts.ts';
import { zebraProblems } from './zebra/problems.ts';

/** A classic program of rule engines with one set of facts. */
export interface ClassicProgram {
  /** Also of its recorded trace. */
  readonly name: string;
  /** Path of its ruleset, in test/classics/. */
  readonly folder: string;
  readonly facts: readonly FactInput[];
  /** The reason of its decision when it is solved. */
  readonly reason: string;
  /** Problems of the result, from the given and the remaining facts. */
  readonly problems: (given: readonly FactInput[], left: readonly FactInput[]) => readonly string[];
}

const manners = (guests: number): ClassicProgram => ({
  name: `manners-${guests}`,
  folder: 'manners',
  facts: mannersFacts(guests),
  reason: `All ${guests} guests are seated`,
  problems: mannersProblems,
});

const waltz = (drawings: number): ClassicProgram => ({
  name: `waltz-${drawings}`,
  folder: 'waltz',
  facts: waltzFacts(drawings),
  reason: 'Every edge has its label',
  problems: waltzProblems,
});

export const CLASSIC_PROGRAMS: readonly ClassicProgram[] = [
  manners(16),
  manners(32),
  waltz(1),
  waltz(12),
  {
    name: 'zebra',
    folder: 'zebra',
    facts: zebraFacts(),
    reason: 'zebra: japanese, water: norwegian',
    problems: zebraProblems,
  },
];
