/** Outcomes of evaluations as values that can be compared: those of records, and those of another version. */
import type { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { writeJson } from '../json.ts';
import { refusalOf } from '../refusal.ts';

/** Outcome as in records: a decision or an error. */
export type Outcome =
  | {
      readonly decision: string | null;
      readonly reason: string | null;
      readonly rule_trace: readonly string[];
      readonly module_trace: readonly string[];
      readonly metadata: Readonly<Record<string, string>>;
      /** Omitted if there are none. */
      readonly obligations?: readonly unknown[];
    }
  | { readonly error: { readonly code: string; readonly detail: string } };

/** Input of an evaluation. */
export interface GivenFacts {
  readonly facts: readonly FactInput[];
  /** Host facts, before them. */
  readonly hostFacts: readonly FactInput[];
  /** The document beside them, or what rules read of it; null: none. */
  readonly input?: unknown;
  /** It was a decision that counts, on sums among the host facts (default: false). */
  readonly counts?: boolean;
}

/** Outcome of an engine on these facts. */
export function evaluateAgain(
  engine: Engine,
  { facts, hostFacts, input = null, counts = false }: GivenFacts,
): Outcome {
  try {
    const result = engine.evaluate({ scoped: true, facts, hostFacts, input, counts });
    const { decision, reason, ruleTrace, moduleTrace, metadata } = result;
    const outcome = { decision, reason, rule_trace: ruleTrace, module_trace: moduleTrace, metadata };
    return { ...outcome, ...withObligations(result.obligations) };
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    const { code, message: detail } = refusalOf(error);
    return { error: { code, detail } };
  }
}

/** True if two outcomes are exactly the same. */
export function isSame(a: Outcome, b: Outcome): boolean {
  return writeJson(ordered(a)) === writeJson(ordered(b));
}

export function withObligations(obligations: readonly unknown[] | undefined): {
  readonly obligations?: readonly unknown[];
} {
  return obligations === undefined ? {} : { obligations };
}

/** The type, and the properties by name. */
function orderedObligation(obligation: unknown): unknown {
  const { type, properties } = obligation as { readonly type: string; readonly properties: object };
  return [type, Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Metadata is a map: the order of its keys means nothing. */
function ordered(outcome: Outcome): unknown {
  if ('error' in outcome) return [outcome.error.code, outcome.error.detail];
  const { decision, reason, rule_trace, module_trace, metadata, obligations = [] } = outcome;
  const owed = obligations.map(orderedObligation);
  return [decision, reason, rule_trace, module_trace, Object.entries(metadata).sort(), owed];
}
