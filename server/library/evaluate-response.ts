import type { EvaluationResult } from '../../runtime/evaluation-result.ts';

/** EvaluateResponse of service.md, 2: the result as it is written to JSON. */
export interface EvaluateResponse {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly duration_us: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly attestation_token: string | null;
}

export function evaluateResponse(result: EvaluationResult): EvaluateResponse {
  return {
    decision: result.decision,
    reason: result.reason,
    rule_trace: result.ruleTrace,
    module_trace: result.moduleTrace,
    duration_us: result.durationUs,
    metadata: result.metadata,
    attestation_token: result.attestationToken,
  };
}
