import type { EvaluationResult } from '../runtime/engine/evaluation-result.ts';
import { writeJson } from './json.ts';

/** The result as it is written to JSON. */
export interface EvaluateResponse {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly duration_us: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attestation_token: string | null;
  /** Omitted if there are none. */
  readonly obligations?: EvaluationResult['obligations'];
  /** Paths that the rule that decided could not know; left out when there are none. */
  readonly missing?: EvaluationResult['missing'];
  /** Set if `include` requests them. */
  readonly firings?: EvaluationResult['firings'];
  readonly facts?: EvaluationResult['facts'];
}

export function evaluateResponse(result: EvaluationResult): EvaluateResponse {
  const response: Writable<EvaluateResponse> = {
    decision: result.decision,
    reason: result.reason,
    rule_trace: result.ruleTrace,
    module_trace: result.moduleTrace,
    duration_us: result.durationUs,
    metadata: result.metadata,
    attestation_token: result.attestationToken,
  };
  addRest(response, result);
  return response;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Adds what a result has only at times. */
export function addRest(
  to: Pick<Writable<EvaluateResponse>, 'obligations' | 'missing' | 'firings' | 'facts'>,
  { obligations, missing, firings, facts }: EvaluationResult,
): void {
  if (obligations !== undefined) to.obligations = obligations;
  if (missing !== undefined) to.missing = missing;
  if (firings !== undefined) to.firings = firings;
  if (facts !== undefined) to.facts = facts;
}

/**
 * The JSON text of what was decided, as members without braces: the answer and the decision log hold the same.
 * Obligations are in both; parts requested by `include` are only in the response.
 */
export function writeDecision(result: EvaluationResult): string {
  const { obligations, missing } = result;
  const fields = {
    decision: result.decision,
    reason: result.reason,
    rule_trace: result.ruleTrace,
    module_trace: result.moduleTrace,
    duration_us: result.durationUs,
    metadata: result.metadata,
    // Left out by JSON when there are none.
    missing,
  };
  // Only what holds values of facts can hold integers that JSON.stringify does not write.
  const text = obligations === undefined ? JSON.stringify(fields) : writeJson({ ...fields, obligations });
  return text.slice(1, -1);
}

/** The same text, with its parts that go into a token. */
export interface DecisionText {
  readonly all: string;
  /** `decision`, `reason` and `rule_trace`. */
  readonly outcome: string;
  /** `metadata`, and `obligations` if there are any. */
  readonly metadata: string;
}

export function writeParts(result: EvaluationResult): DecisionText {
  const { decision, reason, ruleTrace, metadata, obligations, missing } = result;
  const outcome = JSON.stringify({ decision, reason, rule_trace: ruleTrace }).slice(1, -1);
  const bound = obligations === undefined ? '' : `,"obligations":${writeJson(obligations)}`;
  const rest = `"metadata":${JSON.stringify(metadata)}${bound}`;
  const between = `"module_trace":${JSON.stringify(result.moduleTrace)},"duration_us":${result.durationUs}`;
  const unknown = missing === undefined ? '' : `,"missing":${JSON.stringify(missing)}`;
  return { all: `${outcome},${between},${rest}${unknown}`, outcome, metadata: rest };
}

/** EvaluateResponse as JSON, from the text that `writeDecision` wrote. */
export function writeResponse(
  decision: string,
  { attestationToken, firings, facts }: EvaluationResult,
): string {
  // Letters, digits, dots and hyphens: there is nothing to escape in a token.
  const token = attestationToken === null ? 'null' : `"${attestationToken}"`;
  const included =
    firings === undefined && facts === undefined ? '' : `,${writeJson({ firings, facts }).slice(1, -1)}`;
  return `{${decision},"attestation_token":${token}${included}}`;
}
