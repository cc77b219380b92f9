import { compareAnswer, type Failure } from '../compare/compare-answer.ts';
import { compareCounted } from '../compare/compare-counted.ts';
import { compareSettled } from '../compare/compare-settled.ts';
import type { Difference } from '../compare/difference.ts';
import type { DecideStep, Step, TestCase } from '../../library/suite/suite.ts';
import { answer, give } from './answer.ts';
import { caseLedger, type CaseLedger } from './case-ledger.ts';
import { decideStep } from './decide-step.ts';
import { explainMissing } from './explain-missing.ts';
import type { TestRuleset } from './test-ruleset.ts';

export const UNEXPECTED: Difference = {
  what: 'expect',
  expected: 'at least one expectation',
  got: 'none: --update writes the result',
};

/** Runs the steps of a case one after the other, on one session and one ledger. */
export async function runSteps(
  ruleset: TestRuleset,
  { facts }: Pick<TestCase, 'facts'>,
  steps: readonly Step[],
): Promise<readonly Difference[]> {
  if (!steps.some((step) => 'expect' in step && step.expect !== null)) return [UNEXPECTED];
  const ledger = caseLedger(ruleset.engine.name);
  try {
    const failure = give(ruleset, facts);
    if (failure !== null) return [refused('facts', failure)];
    const differences: Difference[] = [];
    for (const [i, step] of steps.entries()) {
      const place = `step ${i + 1}`;
      const found = await runStep(ruleset, ledger, step);
      differences.push(...found.map((one) => ({ ...one, what: `${place}: ${one.what}` })));
      // Results after a refused fact would belong to another session.
      if (step.kind === 'assert' && found.length > 0) break;
    }
    return differences;
  } finally {
    ruleset.engine.reset();
  }
}

async function runStep(ruleset: TestRuleset, ledger: CaseLedger, step: Step): Promise<readonly Difference[]> {
  const { clock } = ruleset;
  switch (step.kind) {
    case 'advance':
      clock.now += step.by;
      return [];
    case 'now':
      // A clock that `--now` or the suite set later than this does not go back.
      clock.now = Math.max(clock.now, step.to);
      return [];
    case 'assert': {
      const failure = give(ruleset, step.facts);
      return failure === null ? [] : [refused('assert', failure)];
    }
    case 'settle': {
      const got = await ledger.settle(step.of, step.settlement, clock.now);
      if (step.expect !== null) return compareSettled(step.expect, got);
      return 'error' in got ? [refused('settle', got)] : [];
    }
    case 'decide': {
      for (let i = 0; i < step.times; i++) {
        const found = await decide(ruleset, ledger, step);
        if (found.length > 0) return i === 0 ? found : found.map((one) => nthOf(one, i));
      }
      return [];
    }
    case 'evaluate': {
      const got = answer(ruleset, step.facts, step.input, step.expect);
      if (step.expect !== null)
        return explainMissing(ruleset, step, step.expect, got, compareAnswer(step.expect, got));
      return 'error' in got ? [refused('evaluate', got)] : [];
    }
  }
}

/** A difference of one of several equal decisions. */
const nthOf = (one: Difference, index: number): Difference => ({
  ...one,
  what: `decision ${index + 1}: ${one.what}`,
});

async function decide(
  ruleset: TestRuleset,
  ledger: CaseLedger,
  step: DecideStep,
): Promise<readonly Difference[]> {
  const { answer: got, counted, sumFacts } = await decideStep(ruleset, ledger, step);
  const { expect } = step;
  if (expect === null) return 'error' in got ? [refused('decide', got)] : [];
  const facts = [...step.facts, ...sumFacts];
  const differences = compareAnswer(expect, got);
  const explained = await explainMissing(ruleset, { ...step, facts }, expect, got, differences);
  return compareCounted(expect, counted, explained);
}

function refused(what: string, { error, detail, refused: fact }: Failure): Difference {
  return { what, expected: 'no error', got: `${error}: ${detail}`, ...(fact && { refused: fact }) };
}
