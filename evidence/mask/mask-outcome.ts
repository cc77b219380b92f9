import type { ChangeExample } from '../../library/compare/compare.ts';
import type { Outcome } from '../../library/compare/outcome.ts';

const MASKED = 'masked';

/** A change's example without any value: members are listed here, so that a new one is not exposed by accident. */
export function maskExample({ decision_id, before, after }: ChangeExample): ChangeExample {
  return { decision_id, input: null, before: maskOutcome(before), after: maskOutcome(after) };
}

/** Decision and its rules; for obligations, their types. */
function maskOutcome(outcome: Outcome): Outcome {
  if ('error' in outcome) return { error: { code: outcome.error.code, detail: MASKED } };
  const { decision, rule_trace, module_trace, obligations } = outcome;
  const told = { decision, reason: MASKED, rule_trace, module_trace, metadata: {} };
  if (obligations === undefined) return told;
  const types = obligations.map((one) => (one as { readonly type: unknown }).type);
  return { ...told, obligations: types.map((type) => ({ type, properties: {} })) };
}
