/** An evaluation that may wait for a person: approval is requested once, and it is evaluated again after the decision. */
import { grantedOf, type GrantedApproval } from '../../agents/gate/approval-facts.ts';
import type { EvaluateResponse } from '../../library/evaluate-response.ts';
import { parseJson } from '../../library/json.ts';
import type { JobResult } from '../evaluation/main/pool.ts';
import type { ApprovalRequest, ListedApproval } from '../../store/approvals/approval.ts';
import type { UsesApprovals } from './ports.ts';
import { approvalRecord } from './write-approval.ts';

export interface Decided {
  readonly response: EvaluateResponse;
  readonly decisionId: string;
  readonly rulesetHash: string;
  /** Name of the deciding ruleset, if requested. */
  readonly ruleset?: string;
  /** An evaluation that counted has used its approval, or could not (default: it is still to be used). */
  readonly approvalUse?: 'done' | 'refused';
}

export interface Outcome {
  readonly decided: Decided;
  /** The one that it waits for, or that it used. */
  readonly approval: ListedApproval | null;
  /** Why an allow is none; null: as decided. */
  readonly refusal: Refusal | null;
}

export interface Refusal {
  readonly code: 'approval_refused' | 'unhandled_obligation';
  readonly reason: string;
}

interface Approvable {
  readonly origin: string | null;
  /** Escalated decisions stay escalated. */
  readonly asksNobody: boolean;
  /** Reason to refuse an allow for this caller, needed before the approval is used. May throw. */
  readonly refusalOf: (decided: Decided) => Refusal | null;
  readonly evaluate: (granted: GrantedApproval | null, approval: ListedApproval | null) => Promise<Decided>;
  readonly requestOf: (decided: Decided) => ApprovalRequest | Promise<ApprovalRequest>;
}

/** Throws ServiceError. */
export async function decideWithApproval(
  { origin, asksNobody, refusalOf, evaluate, requestOf }: Approvable,
  services: UsesApprovals,
): Promise<Outcome> {
  const { approvals, audit } = services;
  const first = await evaluate(null, null);
  if (first.response.decision !== 'escalate' || asksNobody)
    return { decided: first, approval: null, refusal: null };
  const request = await requestOf(first);
  const { approval, isNew } = await approvals.request(request);
  if (isNew) await audit?.record('approval', origin, approvalRecord('request', approval, services));
  if (approval.state === 'rejected')
    return { decided: first, approval, refusal: approvalRefused(`${approval.by} rejected the call`) };
  const granted = grantedOf(approval);
  if (granted === null) return { decided: first, approval, refusal: null };
  const second = await evaluate(granted, approval);
  if (second.response.decision !== 'allow') return { decided: second, approval: null, refusal: null };
  const refusal = refusalOf(second);
  if (refusal !== null) return { decided: second, approval, refusal };
  const isUsed =
    second.approvalUse === undefined
      ? await approvals.use(approval.id, request.callId, second.rulesetHash)
      : second.approvalUse === 'done';
  if (!isUsed) {
    const reason = 'the approval is for another call, or used up';
    return { decided: second, approval, refusal: approvalRefused(reason) };
  }
  if (approval.usedBy === null)
    await audit?.record('approval', origin, approvalRecord('use', approval, services));
  return { decided: second, approval, refusal: null };
}

function approvalRefused(reason: string): Refusal {
  return { code: 'approval_refused', reason };
}

/** Decision of a worker. */
export function decidedOf(
  { body, headers = {} }: JobResult,
  decided = parseJson(body) as EvaluateResponse & { readonly ruleset?: string },
): Decided {
  const { ruleset, ...response } = decided;
  return {
    response,
    ...(ruleset === undefined ? {} : { ruleset }),
    decisionId: headers['ferrule-decision-id'] ?? '',
    rulesetHash: headers['ferrule-ruleset-hash'] ?? '',
  };
}
