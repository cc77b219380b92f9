import type { EvaluationResult } from '../../runtime/evaluation-result.ts';
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
  /** Left out when there are none. */
  readonly obligations?: EvaluationResult['obligations'];
  /** When `include` asked for them. */
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
  to: Pick<Writable<EvaluateResponse>, 'obligations' | 'firings' | 'facts'>,
  { obligations, firings, facts }: EvaluationResult,
): void {
  if (obligations !== undefined) to.obligations = obligations;
  if (firings !== undefined) to.firings = firings;
  if (facts !== undefined) to.facts = facts;
}

/** What was decided as JSON text, written once: members of objects, without braces. */
export interface DecisionText {
  /** All of it: the answer and the decision log hold the same. */
  readonly all: string;
  /** `decision`, `reason` and `rule_trace`. */
  readonly outcome: string;
  /** `metadata`, and `obligations` if there are any. */
  readonly metadata: string;
}

/** Obligations stand in the answer and in the log; what `include` asked for is the answer's alone. */
export function writeDecision(result: EvaluationResult): DecisionText {
  const { decision, reason, ruleTrace, moduleTrace, durationUs, obligations } = result;
  const outcome = `"decision":${JSON.stringify(decision)},"reason":${JSON.stringify(reason)},"rule_trace":${JSON.stringify(ruleTrace)}`;
  // Only what holds values of facts can hold integers that JSON.stringify does not write.
  const bound = obligations === undefined ? '' : `,"obligations":${writeJson(obligations)}`;
  const metadata = `"metadata":${JSON.stringify(result.metadata)}${bound}`;
  const between = `"module_trace":${JSON.stringify(moduleTrace)},"duration_us":${durationUs}`;
  return { all: `${outcome},${between},${metadata}`, outcome, metadata };
}

/** EvaluateResponse as JSON, from all that `writeDecision` wrote. */
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
