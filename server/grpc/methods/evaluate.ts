import type { EvaluateResponse } from '../../library/evaluate-response.ts';
import { parseJson, writeJson } from '../../library/json.ts';
import type { Answer } from '../../service/http/answer.ts';
import { evaluate as route } from '../../service/routes/evaluate.ts';
import { factsText, objectText, optionalField, orAbsent, text, type FactMessage } from '../json-fields.ts';
import { unary } from '../method.ts';

export interface EvaluateMessage {
  readonly session_id?: string;
  readonly ruleset: string;
  readonly facts: readonly FactMessage[];
  readonly input_json?: string;
  readonly session: string | number;
  readonly include: readonly string[];
}

const MODES: Readonly<Record<string, string | undefined>> = {
  SESSION_MODE_UNSPECIFIED: undefined,
  SESSION_MODE_CREATE: 'create',
  SESSION_MODE_REQUIRE: 'require',
};

export const evaluate = unary<EvaluateMessage>('Evaluate', route, evaluateAsked, evaluateTold);

export function evaluateAsked(message: EvaluateMessage): { readonly body: string } {
  const { session_id: session, ruleset, facts, input_json: input, session: mode, include } = message;
  const body = objectText({
    // At the front, where it is found soonest.
    session_id: text(session),
    ruleset: JSON.stringify(ruleset),
    facts: factsText(facts),
    input: optionalField(input, 'input_json'),
    // A number that this version does not know stays what it is, for the contract to refuse.
    session: text(mode in MODES ? MODES[mode] : String(mode)),
    include: include.length === 0 ? undefined : JSON.stringify(include),
  });
  return { body };
}

export function evaluateTold({ body, headers }: Answer): object {
  const answer = parseJson(body) as EvaluateResponse;
  const { decision, reason, rule_trace, module_trace, duration_us, metadata } = answer;
  const { attestation_token: token, obligations = [], firings, facts } = answer;
  return {
    decision: orAbsent(decision),
    reason: orAbsent(reason),
    rule_trace,
    module_trace,
    duration_us,
    metadata,
    attestation_token: orAbsent(token),
    obligations: obligations.map(({ type, properties }) => ({
      type,
      properties_json: writeJson(properties),
    })),
    decision_id: headers?.['ferrule-decision-id'] ?? '',
    ruleset_hash: headers?.['ferrule-ruleset-hash'] ?? '',
    firings_json: firings === undefined ? undefined : writeJson(firings),
    facts_json: facts === undefined ? undefined : writeJson(facts),
  };
}
