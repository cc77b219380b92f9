import { placedFacts, type FactPlace, type PlacedFact } from './fact-list.ts';
import type { WrittenCase, WrittenExpectation, WrittenFact, WrittenStep } from './suite-schema.ts';
import type { Complain, Expectation, Path, Step, TestCase } from './suite.ts';
import { decisionProblem, errorProblem } from './decisions.ts';
import { meantDuration, meantTime, readDuration, readTime } from './read-time.ts';

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
    complain([...path, 'expect'], 'a case with steps has its `expect` in the steps that evaluate');
  if (steps !== undefined && input !== null)
    complain([...path, 'input'], 'a case with steps has its `input` in the steps that evaluate');
  const read = steps?.map((step, i) => readStep(step, [...path, 'steps', i], complain));
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
    now: written.now === undefined ? shared.now : readClock(written.now, [...path, 'now'], complain),
    facts: [...shared.facts, ...own].map(({ fact }) => fact),
    input,
    steps: read?.map(({ step }) => step) ?? null,
    expect: expect === undefined ? null : readExpectation(expect, [...path, 'expect'], complain),
    placeOfFact: (fact) => places.get(fact) ?? null,
    isRow,
  };
}

/** A step with the places of its facts. */
interface PlacedStep {
  readonly step: Step;
  readonly placed: readonly PlacedFact[];
}

const factsOf = (placed: readonly PlacedFact[]): readonly WrittenFact[] => placed.map(({ fact }) => fact);

export function readClock(written: string | number, path: Path, complain: Complain): number {
  const time = readTime(written);
  if (time === null)
    complain(
      path,
      `'${written}' is not a time such as 2026-01-31T12:00:00Z, nor seconds${meantTime(written)}`,
    );
  return time ?? 0;
}

function readStep(step: WrittenStep, path: Path, complain: Complain): PlacedStep {
  if ('assert' in step) {
    const placed = placedFacts(step.assert, [...path, 'assert']);
    return { step: { kind: 'assert', facts: factsOf(placed) }, placed };
  }
  if ('advance' in step) {
    const by = readDuration(step.advance);
    if (by === null)
      complain(
        [...path, 'advance'],
        `'${step.advance}' is not a duration such as 90s, 5m, 2h or 1d${meantDuration(step.advance)}`,
      );
    return { step: { kind: 'advance', by: by ?? 0 }, placed: [] };
  }
  const { evaluate, input = null, expect } = step;
  const placed = placedFacts(evaluate, [...path, 'evaluate']);
  const expected = expect === undefined ? null : readExpectation(expect, [...path, 'expect'], complain);
  return { step: { kind: 'evaluate', facts: factsOf(placed), input, expect: expected }, placed };
}

const OF_DECISIONS = ['decision', 'reason', 'fired', 'metadata', 'obligations', 'facts'] as const;

function readExpectation(written: WrittenExpectation, path: Path, complain: Complain): Expectation {
  const { fired, error, ...rest } = written;
  if (Object.values(written).every((value) => value === undefined)) complain(path, 'expects nothing');
  const clashing = error === undefined ? undefined : OF_DECISIONS.find((key) => written[key] !== undefined);
  if (clashing !== undefined)
    complain([...path, clashing], 'an evaluation that ends in an error gives no decision');
  const words = [
    ['decision', typeof written.decision === 'string' ? decisionProblem(written.decision) : null],
    ['error', error === undefined ? null : errorProblem(error)],
  ] as const;
  for (const [key, problem] of words) if (problem !== null) complain([...path, key], problem);
  if (error === undefined && written.detail !== undefined)
    complain([...path, 'detail'], '`detail` is the message of an error: it needs `error`');
  for (const [key, match] of [
    ['reason', written.reason],
    ['detail', written.detail],
    ...Object.entries(written.metadata ?? {}),
  ] as const)
    if (typeof match === 'object' && match !== null && 'matches' in match)
      checkPattern(match.matches, [...path, key], complain);
  return { ...rest, error, fired: Array.isArray(fired) ? { exactly: fired } : fired, path };
}

function checkPattern(pattern: string, path: Path, complain: Complain): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    complain(path, error instanceof Error ? error.message : String(error));
  }
}
