import { AssertionError } from 'node:assert';
import type { EvaluationResult } from '../../../runtime/engine/evaluation-result.ts';
import { given } from '../../../runtime/values/given.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { Engine } from '../../../library/node/engine.ts';
import { matchesText, showMatch } from '../../compare/match-text.ts';

export interface TestedRequest {
  readonly facts?: readonly FactInput[];
  /** Facts that only the host brings. */
  readonly hostFacts?: readonly FactInput[];
  /** A document. */
  readonly input?: unknown;
}

/** Unset members are not compared. */
export interface DecisionExpectation {
  readonly decision: string | null;
  readonly reason?: string | { readonly matches: string } | { readonly contains: string };
  /** Rules that fire, `module::rule`; others may, too. */
  readonly fired?: readonly string[];
}

export interface EngineExpectation {
  /** Throws AssertionError when the request is decided otherwise, and what `evaluate` throws. */
  readonly toDecide: (expected: string | null | DecisionExpectation, request?: TestedRequest) => void;
}

/** Expectations of an engine; each request is evaluated separately, after the facts in the engine. */
export function expect(engine: Engine): EngineExpectation {
  return {
    toDecide(expected, request = {}) {
      const { facts = [], hostFacts = [], input = null }: TestedRequest = given(request);
      const wanted = typeof expected === 'object' && expected !== null ? expected : { decision: expected };
      const got = engine.evaluate({ scoped: true, facts, hostFacts, input });
      const problems = problemsOf(wanted, got);
      if (problems.length === 0) return;
      const { decision, reason, ruleTrace } = got;
      const fired = ruleTrace.length === 0 ? 'no rule fired' : `fired: ${ruleTrace.join(', ')}`;
      throw new AssertionError({
        message: `${problems.join('; ')}\n  ${decision ?? 'none'}: ${reason ?? ''}\n  ${fired}`,
        actual: decision,
        expected: wanted.decision,
        operator: 'toDecide',
      });
    },
  };
}

function problemsOf(wanted: DecisionExpectation, got: EvaluationResult): readonly string[] {
  const { decision, reason, fired = [] } = wanted;
  const missing = fired.filter((rule) => !got.ruleTrace.includes(rule));
  return [
    ...(decision === got.decision ? [] : [`expected ${decision ?? 'none'}, got ${got.decision ?? 'none'}`]),
    ...(reason === undefined || matchesText(reason, got.reason)
      ? []
      : [`expected the reason ${showMatch(reason)}`]),
    ...missing.map((rule) => `${rule} did not fire`),
  ];
}
