import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import { missingText } from '../../library/explain/missing-text.ts';
import { jsonText } from '../../runtime/values/json-text.ts';
import type { TextMatch } from '../../library/suite/suite-schema.ts';
import type { Expectation } from '../../library/suite/suite.ts';
import { compareFacts } from './compare-facts.ts';
import { compareFired } from './compare-fired.ts';
import type { Difference, Refused } from './difference.ts';
import { matchesText, showMatch } from './match-text.ts';
import { sameValue } from './same-value.ts';

/** An error instead of a decision. */
export interface Failure {
  readonly error: string;
  readonly detail: string;
  /** The fact that the ruleset refuses. */
  readonly refused?: Refused;
}

export type Answer = EvaluationResult | Failure;

/** All differences between an answer and what is expected of it. */
export function compareAnswer(expected: Expectation, answer: Answer): readonly Difference[] {
  if ('error' in answer) return compareFailure(expected, answer);
  if (expected.error !== undefined)
    return [{ what: 'error', expected: expected.error, got: `decision ${answer.decision}` }];
  const differences: Difference[] = [];
  const { decision, reason, fired, metadata, obligations, facts } = expected;
  if (decision !== undefined && decision !== answer.decision)
    differences.push({
      what: 'decision',
      expected: String(decision),
      got: String(answer.decision),
      ...(answer.missing && { why: answer.missing.map(missingText) }),
    });
  if (reason !== undefined) differences.push(...compareText('reason', reason, answer.reason));
  if (fired !== undefined) differences.push(...compareFired(fired, answer.ruleTrace));
  if (metadata !== undefined) differences.push(...compareMetadata(metadata, answer.metadata));
  if (obligations !== undefined && !sameValue(obligations, answer.obligations ?? []))
    differences.push({
      what: 'obligations',
      expected: json(obligations),
      got: json(answer.obligations ?? []),
    });
  if (facts !== undefined) differences.push(...compareFacts(facts, answer.facts ?? []));
  return differences;
}

/** @param wanted the result that is expected without `error` */
export function compareFailure(
  expected: Expectation,
  { error, detail, refused }: Failure,
  wanted = 'a decision',
): readonly Difference[] {
  if (expected.error === undefined) {
    const got = `${error}: ${detail}`;
    return [{ what: 'error', expected: wanted, got, ...(refused && { refused }) }];
  }
  if (expected.error !== error)
    return [{ what: 'error', expected: expected.error, got: `${error}: ${detail}` }];
  return expected.detail === undefined ? [] : compareText('detail', expected.detail, detail);
}

function compareText(what: string, expected: TextMatch | null, got: string | null): readonly Difference[] {
  if (matchesText(expected, got)) return [];
  return [{ what, expected: showMatch(expected), got: JSON.stringify(got) }];
}

function compareMetadata(
  expected: Readonly<Record<string, TextMatch>>,
  got: Readonly<Record<string, string>>,
): readonly Difference[] {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(got)])];
  return keys.flatMap((key) => {
    const what = `metadata.${key}`;
    const [wanted, value] = [ownOf(expected, key), ownOf(got, key)];
    if (wanted === undefined) return [{ what, expected: 'none', got: JSON.stringify(value) }];
    if (value === undefined) return [{ what, expected: showMatch(wanted), got: 'none' }];
    return compareText(what, wanted, value);
  });
}

function ownOf<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function json(value: unknown): string {
  return jsonText(value) ?? String(value);
}
