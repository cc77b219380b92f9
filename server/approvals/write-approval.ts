import { parseJson } from '../library/json.ts';
import type { StoredApproval } from './approval-table.ts';
import { stateOf } from './stored-approvals.ts';

/** An approval as HTTP tells it. */
export function approvalBody(approval: StoredApproval): object {
  const { id, requester, agent, session, tool, server, argsDigest, ruleset, rulesetHash } = approval;
  return {
    id,
    state: stateOf(approval),
    requester,
    agent,
    session,
    tool,
    server,
    args: parseJson(approval.args),
    args_digest: argsDigest,
    ruleset,
    ruleset_hash: rulesetHash,
    call_id: approval.callId,
    reason: approval.reason,
    created_at: approval.createdAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    answered_at: approval.answeredAt?.toISOString() ?? null,
    answered_by: approval.by,
    used_by: approval.usedBy,
  };
}

/** An approval as records of the decision log tell it. */
export function approvalRecord(operation: string, approval: StoredApproval): object {
  const { id, requester, agent, session, tool, argsDigest, ruleset, rulesetHash, callId } = approval;
  return {
    operation,
    approval: id,
    requester,
    agent,
    session_id: session,
    tool,
    args_digest: argsDigest,
    ruleset,
    ruleset_hash: rulesetHash,
    call_id: callId,
  };
}

/** An approval as the verdict on its call tells it. */
export function shortOf(approval: StoredApproval): object {
  const { id, expiresAt } = approval;
  return { id, state: stateOf(approval), expires_at: expiresAt.toISOString() };
}
