import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import { writeJson } from '../../library/json.ts';
import { drawableOf } from '../../library/constants/drawable.ts';
import type { ExplainableRuleset } from '../../library/explain/explainable-ruleset.ts';
import { withDocument, withoutDocument } from '../../library/document/with-document.ts';
import { nearRequests } from '../draw/near-requests.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';
import { outcomeOf, type Request } from './outcome.ts';

/** Facts that a ruleset and its mutant decide differently, and both results. */
export interface Distinguished extends Candidate {
  readonly instead: { readonly decision: string | null; readonly reason: string | null };
}

/** A request with the result of the ruleset itself. */
export interface Candidate extends Request {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly seen: string;
}

/** Requests that mutants are tried with, those of the cases included. */
const MOST = 2_000;

/** The caller-visible part of a result. */
function seen(result: EvaluationResult | null): string {
  if (result === null) return 'refused';
  const { decision, reason, metadata, obligations } = result;
  return writeJson({ decision, reason, metadata, obligations: obligations ?? [] });
}

/** The requests of cases, and what is one change away from them, evaluated on the ruleset itself. */
export function candidatesOf(
  original: TestRuleset,
  explainable: ExplainableRuleset,
  requests: readonly Request[],
): readonly Candidate[] {
  const drawable = drawableOf(explainable.checked);
  const share = Math.floor(MOST / Math.max(1, requests.length));
  const near = requests.flatMap((request): readonly Request[] =>
    nearRequests(drawable, withoutDocument(explainable, request) ?? request.facts, share).map((facts) =>
      withDocument(explainable.document, { ...request, facts }),
    ),
  );
  return [...requests, ...near].flatMap((request) => answered(original, request) ?? []);
}

/** A request with the result of the ruleset itself; null if it refuses it or fails. */
export function answered(original: TestRuleset, request: Request): Candidate | null {
  const result = outcomeOf(original, request);
  if (result === null) return null;
  const { decision, reason } = result;
  return { ...request, decision, reason, seen: seen(result) };
}

/**
 * The first candidate that a mutant decides differently, else one with a different result. `null` if there is none among
 * them.
 */
export function findDistinguishing(
  mutant: TestRuleset,
  candidates: readonly Candidate[],
): Distinguished | null {
  let weaker: Distinguished | null = null;
  for (const candidate of candidates) {
    const other = outcomeOf(mutant, candidate);
    if (other === null || seen(other) === candidate.seen) continue;
    const told = { ...candidate, instead: { decision: other.decision, reason: other.reason } };
    if (candidate.decision !== other.decision) return told;
    weaker ??= told;
  }
  return weaker;
}

/** A case of a suite that the ruleset passes, and its mutant does not. */
export function caseOf(name: string, { facts, input, now, decision, reason }: Distinguished): object {
  const clock = now === null ? {} : { now: new Date(now).toISOString() };
  const document = input === null ? {} : { input };
  const given = facts.length === 0 && input !== null ? {} : { facts };
  return { name, ...clock, ...given, ...document, expect: { decision, reason } };
}
