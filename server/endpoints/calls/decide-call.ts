/** Decides a tool call for a gate, with the approvals that the service keeps. */
import { unhandledObligation } from '../../../agents/gate/verdict.ts';
import type { GrantedApproval } from '../../../agents/gate/approval-facts.ts';
import type { EvaluateResponse } from '../../../library/evaluate-response.ts';
import { parseJson } from '../../../library/json.ts';
import { findSessionId, SESSION } from '../../requests/find-session-id.ts';
import type { CallAsked } from './job.ts';
import { capBytes, type LimitsBodies } from '../../requests/body-cap.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { RouteCall } from '../route.ts';
import { approvalRequest } from '../../approvals/approval-request.ts';
import type { KnowsSensitivePaths, UsesApprovals } from '../../approvals/ports.ts';
import { recordDenied } from '../../approvals/record-denied.ts';
import {
  decideWithApproval,
  decidedOf,
  type Decided,
  type Outcome,
  type Refusal,
} from '../../approvals/with-approval.ts';
import { withoutSums, type OnSums } from '../../../store/budgets/count.ts';
import type { ListedApproval } from '../../../store/approvals/approval.ts';
import type { CountingLine } from '../../evaluation/worker/counting-body.ts';
import type { DecisionPort } from '../counting/ports.ts';
import { countCall, newKey, type CallStep, type CountedVerdict } from './count-call.ts';
import { previewCall } from './preview-call.ts';
import { shortOf } from '../../approvals/approval-body.ts';

type SentCall = Pick<RouteCall, 'body' | 'caller' | 'gzip' | 'origin'>;

/** Parts of the service for the decision of a call. */
export interface CallPort extends DecisionPort, LimitsBodies, KnowsSensitivePaths, UsesApprovals {
  readonly audit: (DecisionPort['audit'] & UsesApprovals['audit']) | null;
}

interface DecidedCall extends Decided {
  readonly asked: CallAsked;
  /** For a ruleset with budgets. */
  readonly budgets?: CountedVerdict['budgets'];
  readonly usedBefore?: string | null;
}

type Verdict = Readonly<Record<string, unknown>>;

/** Decides a call and returns its verdict. The body stays bytes here; a worker parses it. @throws ServiceError */
export async function decideCall(sent: SentCall, services: CallPort): Promise<Verdict> {
  const key = newKey();
  const first = await evaluate(sent, { granted: null, approval: null, key }, services);
  const { approval: wanted, supported } = first.asked;
  const outcome = await decideWithApproval(
    {
      origin: sent.origin,
      asksNobody: wanted === null,
      refusalOf: (decided) => unsupported(decided, supported),
      evaluate: (granted, approval) =>
        granted === null ? Promise.resolve(first) : evaluate(sent, { granted, approval, key }, services),
      requestOf: ({ response, rulesetHash, ruleset }) =>
        approvalRequest(
          {
            ...wanted!,
            requester: sent.caller.actor,
            ruleset: (ruleset ?? '').replace(SUFFIX, ''),
            rulesetHash,
            reason: response.reason,
            ...budgetsOf(first),
          },
          PLACES,
          services,
        ),
    },
    services,
  );
  const decided = outcome.decided as DecidedCall;
  const approval = outcome.approval ?? (await usedBefore(decided, services));
  // Obligations of a counted decision were fulfilled then.
  const isNew = decided.response.decision === 'allow' && decided.budgets?.replayed !== true;
  const refusal = outcome.refusal ?? (isNew ? unsupported(decided, supported) : null);
  if (refusal !== null) {
    const { decisionId } = decided;
    await recordDenied(services, sent.origin, { decisionId, code: refusal.code, approval });
  }
  return verdictOf({ decided, approval, refusal }, decided.budgets);
}

/** The budgets that an approval would have to let be exceeded. */
function budgetsOf({ budgets }: DecidedCall): { readonly budgets?: readonly string[] } {
  const exceeded = budgets?.exceeded_budgets ?? [];
  return exceeded.length === 0 ? {} : { budgets: exceeded };
}

async function usedBefore(
  { usedBefore: id = null }: DecidedCall,
  { approvals }: CallPort,
): Promise<ListedApproval | null> {
  // One that is gone is not shown.
  return id === null ? null : approvals.find(id).catch(() => null);
}

const SUFFIX = /\.ya?ml$/;
const PLACES = {
  agent: 'agent',
  session: 'session',
  server: 'tool.server',
  tool: 'tool.name',
  callId: 'call.id',
} as const;

/** The approval that a call is evaluated with, and the key that counts it if it has none. */
interface Evaluating {
  readonly granted: GrantedApproval | null;
  readonly approval: ListedApproval | null;
  readonly key: string;
}

async function evaluate(
  sent: SentCall,
  { granted, approval, key }: Evaluating,
  services: CallPort,
): Promise<DecidedCall> {
  const step = await evaluateStep(sent, granted, withoutSums(services.ledger), services);
  if (!('uses' in step)) return step;
  const { supported, counted } = step.asked;
  const { decided } = step;
  const again = async (on: OnSums): Promise<CallStep> =>
    (await evaluateStep(sent, granted, on, services)) as CallStep;
  if (counted.isObserved) return previewCall(step, sent.caller, again, services);
  const counting = {
    owner: sent.caller.actor,
    key: counted.key ?? key,
    approval,
    isRefused: decided.response.decision === 'allow' && unsupported(decided, supported) !== null,
    evaluate: again,
  };
  return countCall(step, counting, services);
}

async function evaluateStep(
  { caller, origin, body, gzip }: SentCall,
  approval: GrantedApproval | null,
  { sums, at }: OnSums,
  { pool, serving, configuration }: RunsJobs & KnowsMounted & LimitsBodies,
): Promise<DecidedCall | CallStep> {
  const result = await pool.submit({
    caller,
    origin,
    kind: 'call',
    body,
    context: {
      gzip,
      host: caller.roles.has('host'),
      maxBytes: capBytes('call', configuration),
      counting: { sums, at, ifBudgets: true },
      ...(approval === null ? {} : { approval }),
    },
    // Only a hint: the worker reads which session it is.
    session: serving.kind === 'mounted' || gzip ? null : findSessionId(body, SESSION),
  });
  const { response, asked, counting } = parseJson(result.body) as {
    readonly response: EvaluateResponse;
    readonly asked: CallAsked;
    readonly counting?: CountingLine;
  };
  const decided = decidedOf(result, response);
  if (counting === undefined || asked.counted === undefined) return { ...decided, asked };
  return {
    ...counting,
    at,
    response: '',
    asked: { ...asked, counted: asked.counted },
    id: decided.decisionId,
    headers: {},
    decided: { ...decided, ruleset: counting.ruleset },
  };
}

function verdictOf(
  { decided, approval, refusal }: Outcome,
  budgets: CountedVerdict['budgets'] | undefined,
): Verdict {
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
    ...budgets,
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
