/** Decides a tool call for a gate, with the approvals that the service keeps. */
import { unhandledObligation } from '../../agents/gate/verdict.ts';
import type { GrantedApproval } from '../../agents/gate/approval-facts.ts';
import type { EvaluateResponse } from '../../library/evaluate-response.ts';
import { parseJson } from '../../library/json.ts';
import { findSessionId, SESSION } from '../requests/find-session-id.ts';
import type { CallAsked } from '../endpoints/calls/job.ts';
import { capBytes } from '../requests/body-cap.ts';
import type { RouteCall } from '../endpoints/route.ts';
import type { Services } from '../services.ts';
import { approvalRequest } from './approval-request.ts';
import { recordDenied } from './record-denied.ts';
import { decideWithApproval, decidedOf, type Decided, type Outcome, type Refusal } from './with-approval.ts';
import { shortOf } from './approval-body.ts';

export type SentCall = Pick<RouteCall, 'body' | 'caller' | 'gzip' | 'origin'>;

interface DecidedCall extends Decided {
  readonly asked: CallAsked;
}

/** Decides a call and returns the HTTP response. The body stays bytes here; a worker parses it. @throws ServiceError */
export async function decideCall(sent: SentCall, services: Services): Promise<object> {
  const first = await evaluate(sent, null, services);
  const { approval: wanted, supported } = first.asked;
  const outcome = await decideWithApproval(
    {
      origin: sent.origin,
      asksNobody: wanted === null,
      refusalOf: (decided) => unsupported(decided, supported),
      evaluate: (granted) => (granted === null ? Promise.resolve(first) : evaluate(sent, granted, services)),
      requestOf: ({ response, rulesetHash, ruleset }) =>
        approvalRequest(
          {
            ...wanted!,
            requester: sent.caller.actor,
            ruleset: (ruleset ?? '').replace(SUFFIX, ''),
            rulesetHash,
            reason: response.reason,
          },
          PLACES,
          services,
        ),
    },
    services,
  );
  const { decided, approval } = outcome;
  const refusal =
    outcome.refusal ?? (decided.response.decision === 'allow' ? unsupported(decided, supported) : null);
  if (refusal !== null) {
    const { decisionId } = decided;
    await recordDenied(services, sent.origin, { decisionId, code: refusal.code, approval });
  }
  return verdictOf({ decided, approval, refusal });
}

const SUFFIX = /\.ya?ml$/;
const PLACES = {
  agent: 'agent',
  session: 'session',
  server: 'tool.server',
  tool: 'tool.name',
  callId: 'call.id',
} as const;

async function evaluate(
  { caller, origin, body, gzip }: SentCall,
  approval: GrantedApproval | null,
  { pool, serving, configuration }: Services,
): Promise<DecidedCall> {
  const result = await pool.submit({
    caller,
    origin,
    kind: 'call',
    body,
    context: {
      gzip,
      host: caller.roles.has('host'),
      maxBytes: capBytes('call', configuration),
      ...(approval === null ? {} : { approval }),
    },
    // Only a hint: the worker reads which session it is.
    session: serving.kind === 'mounted' || gzip ? null : findSessionId(body, SESSION),
  });
  const { response, asked } = parseJson(result.body) as {
    readonly response: EvaluateResponse;
    readonly asked: CallAsked;
  };
  return { ...decidedOf(result, response), asked };
}

function verdictOf({ decided, approval, refusal }: Outcome): object {
  const { response, decisionId, rulesetHash } = decided;
  const { decision, reason, metadata, obligations = [], rule_trace, missing } = response;
  const { attestation_token: token } = response;
  const verdict = {
    decision,
    reason,
    metadata,
    obligations,
    rule_trace,
    ...(missing === undefined ? {} : { missing }),
    decision_id: decisionId,
    ruleset_hash: rulesetHash,
    ...(approval === null ? {} : { approval: shortOf(approval) }),
  };
  if (refusal === null) return token === null ? verdict : { ...verdict, attestation_token: token };
  // The attestation token of an allow does not prove this.
  return { ...verdict, decision: 'deny', ...refusal, obligations: [] };
}

/** `null` if the caller fulfils every obligation, or does not say which. */
function unsupported(
  { response: { obligations = [] } }: Decided,
  supported: readonly string[] | undefined,
): Refusal | null {
  const other = obligations.find(({ type }) => supported?.includes(type) === false);
  if (other === undefined) return null;
  return { code: 'unhandled_obligation', reason: unhandledObligation(other) };
}
