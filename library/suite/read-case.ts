import { placedFacts, type FactPlace, type PlacedFact } from './fact-list.ts';
import { readClock } from './read-clock.ts';
import { readExpectation } from './read-expectation.ts';
import { readSteps } from './read-step.ts';
import type { WrittenCase, WrittenFact } from './suite-schema.ts';
import type { Complain, Path, TestCase } from './suite.ts';

/** Settings of a suite for each of its cases. */
export interface Shared {
  readonly now: number | null;
  readonly facts: readonly PlacedFact[];
}

/** One case with its row filled in. Problems are reported, and a placeholder replaces it. */
export function readCase(
  written: WrittenCase,
  name: string,
  path: Path,
  shared: Shared,
  isRow: boolean,
  complain: Complain,
): TestCase {
  const { steps, expect, input = null, facts = [] } = written;
  if (steps !== undefined && expect !== undefined)
    complain([...path, 'expect'], 'a case with steps has its `expect` in the steps that evaluate or decide');
  if (steps !== undefined && input !== null)
    complain([...path, 'input'], 'a case with steps has its `input` in the steps that evaluate or decide');
  const now = written.now === undefined ? shared.now : readClock(written.now, [...path, 'now'], complain);
  const read = steps && readSteps(steps, [...path, 'steps'], now, complain);
  const own = placedFacts(facts, [...path, 'facts']);
  const places = new Map<WrittenFact, FactPlace>(
    [...shared.facts, ...own, ...(read ?? []).flatMap(({ placed }) => placed)].map(({ fact, place }) => [
      fact,
      place,
    ]),
  );
  return {
    name,
    path,
    now,
    facts: [...shared.facts, ...own].map(({ fact }) => fact),
    input,
    steps: read?.map(({ step }) => step) ?? null,
    expect:
      expect === undefined ? null : readExpectation(expect, [...path, 'expect'], 'evaluation', complain),
    placeOfFact: (fact) => places.get(fact) ?? null,
    isRow,
  };
}
