import { placedFacts, type PlacedFact } from './fact-list.ts';
import { readClock } from './read-clock.ts';
import { readExpectation } from './read-expectation.ts';
import { readSettlement } from './read-settlement.ts';
import { meantDuration, readDuration } from './read-time.ts';
import type { WrittenFact, WrittenStep } from './suite-schema.ts';
import type { Complain, Path, Step } from './suite.ts';

/** A step with the places of its facts. */
interface PlacedStep {
  readonly step: Step;
  readonly placed: readonly PlacedFact[];
}

/** Token of decisions that name none. */
const TOKEN = 'test';
const MOST_TIMES = 10_000;

const factsOf = (placed: readonly PlacedFact[]): readonly WrittenFact[] => placed.map(({ fact }) => fact);

/**
 * The steps of a case. Problems are reported, and placeholders replace them.
 *
 * @param start clock of the case in milliseconds; null: the suite says none
 */
export function readSteps(
  written: readonly WrittenStep[],
  path: Path,
  start: number | null,
  complain: Complain,
): readonly PlacedStep[] {
  const read = written.map((step, i) => readStep(step, [...path, i], complain));
  checkClock(read, path, start, complain);
  checkNamed(read, path, complain);
  return read;
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
  if ('now' in step)
    return { step: { kind: 'now', to: readClock(step.now, [...path, 'now'], complain) }, placed: [] };
  const owner = 'decide' in step ? 'decide' : 'settle' in step ? 'settle' : 'evaluation';
  const expected =
    step.expect === undefined ? null : readExpectation(step.expect, [...path, 'expect'], owner, complain);
  if ('settle' in step) {
    const settlement = readSettlement(step.settle, [...path, 'settle'], complain);
    return { step: { kind: 'settle', settlement, of: step.of ?? null, expect: expected }, placed: [] };
  }
  const { input = null } = step;
  if ('decide' in step) {
    const { as = null, token = TOKEN, session = null, times = 1 } = step;
    const placed = placedFacts(step.decide, [...path, 'decide']);
    const own = {
      as,
      token,
      session,
      times: readTimes(times, [...path, 'times'], complain),
      expect: expected,
    };
    return { step: { kind: 'decide', facts: factsOf(placed), input, ...own }, placed };
  }
  const placed = placedFacts(step.evaluate, [...path, 'evaluate']);
  return { step: { kind: 'evaluate', facts: factsOf(placed), input, expect: expected }, placed };
}

/** A number of decisions; 1 (reported) for anything else. */
function readTimes(value: unknown, path: Path, complain: Complain): number {
  const isTimes = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_TIMES;
  if (!isTimes) complain(path, `'${String(value)}' is not a whole number from 1 to ${MOST_TIMES}`);
  return isTimes ? value : 1;
}

/** The clock of a case is set by times that follow each other. */
function checkClock(
  steps: readonly PlacedStep[],
  path: Path,
  start: number | null,
  complain: Complain,
): void {
  let clock = start;
  for (const [i, { step }] of steps.entries()) {
    if (step.kind === 'advance' && clock !== null) clock += step.by;
    // Unreadable times, which were reported, are 0.
    if (step.kind !== 'now' || step.to === 0) continue;
    const at = [...path, i, 'now'];
    if (start === null) complain(at, 'a step with `now` needs a `now` of the case or the suite');
    else if (clock !== null && step.to < clock)
      complain(at, `the clock does not go back: it is ${new Date(clock).toISOString()} before this step`);
    clock = Math.max(clock ?? step.to, step.to);
  }
}

/** Names of decisions, and sessions of their own. */
function checkNamed(steps: readonly PlacedStep[], path: Path, complain: Complain): void {
  const known = new Set<string>();
  const asserts = steps.some(({ step }) => step.kind === 'assert');
  for (const [i, { step }] of steps.entries()) {
    const at = [...path, i];
    if (step.kind === 'settle' && step.of !== null && !known.has(step.of))
      complain([...at, 'of'], `no \`decide\` before this step has \`as: ${step.of}\``);
    if (step.kind !== 'decide') continue;
    if (step.as !== null && known.has(step.as))
      complain([...at, 'as'], `a \`decide\` before this step has \`as: ${step.as}\`, too`);
    if (step.as !== null) known.add(step.as);
    if (step.session !== null && asserts)
      complain([...at, 'session'], 'facts of `assert` belong to one session: leave `session` out');
  }
}
