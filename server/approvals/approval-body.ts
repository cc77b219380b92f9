/** Approvals as HTTP shows them. Only who may approve sees sensitive values, and only in a single approval. */
import { parseJson } from '../../library/json.ts';
import type { BoundRequest } from '../../agents/gate/bound-request.ts';
import {
  stateOf,
  type ListedApproval,
  type NamedMember,
  type StoredApproval,
} from '../../store/approvals/approval.ts';
import { argsOf } from './bound-args.ts';

/** In place of text that may be sensitive. */
const MASKED = '[masked]';

/** An approval in a list, or as an answer to one: without its request, and masked. */
export function listedBody(approval: ListedApproval): object {
  const { sensitive } = approval;
  const hides = (name: NamedMember): boolean => sensitive?.includes(name) === true;
  const text = (name: NamedMember): string | null => (hides(name) ? MASKED : approval[name]);
  const isMasked = sensitive !== null;
  return {
    ...commonOf(approval),
    agent: text('agent'),
    session: approval.session === null ? null : text('session'),
    tool: text('tool'),
    server: approval.server === null ? null : text('server'),
    call_id: text('callId'),
    used_by: approval.usedBy !== null && hides('callId') ? MASKED : approval.usedBy,
    // A digest of few possible values reveals the value.
    args_digest: isMasked ? null : approval.argsDigest,
    request_digest: isMasked ? null : approval.requestDigest,
    reason: isMasked ? MASKED : approval.reason,
    ...(isMasked ? { masked: true } : {}),
  };
}

/** A single approval with its request, masked if the ruleset has sensitive slots. */
export function maskedBody(approval: StoredApproval): object {
  return approval.sensitive === null
    ? wholeBody(approval)
    : { ...listedBody(approval), args: null, request: null };
}

/** A single approval with all that it is bound to. */
export function wholeBody(approval: StoredApproval): object {
  const request = parseJson(approval.request) as BoundRequest;
  const { agent, session, tool, server, callId, usedBy, argsDigest, requestDigest, reason } = approval;
  return {
    ...commonOf(approval),
    agent,
    session,
    tool,
    server,
    call_id: callId,
    used_by: usedBy,
    args: argsOf(request),
    args_digest: argsDigest,
    request,
    request_digest: requestDigest,
    reason,
  };
}

function commonOf(approval: ListedApproval): object {
  const { id, requester, ruleset, rulesetHash, by, createdAt, expiresAt, answeredAt } = approval;
  return {
    id,
    state: stateOf(approval),
    requester,
    ruleset,
    ruleset_hash: rulesetHash,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    answered_at: answeredAt === null ? null : new Date(answeredAt).toISOString(),
    answered_by: by,
    ...(approval.budgets === undefined ? {} : { budgets: approval.budgets }),
  };
}

/** An approval as the verdict on its call shows it. */
export function shortOf(approval: ListedApproval): object {
  const { id, expiresAt } = approval;
  return { id, state: stateOf(approval), expires_at: new Date(expiresAt).toISOString() };
}
