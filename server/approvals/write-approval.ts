import { Masking } from '../evidence/mask/masking.ts';
import { parseJson } from '../library/json.ts';
import { mayBeSensitive } from '../service/evaluation/compile/sensitive-paths.ts';
import type { Services } from '../service/services.ts';
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

/**
 * An approval as records of the decision log tell it. With a ruleset that has sensitive slots the digest of the
 * arguments is masked, and whatever of the call fills such a slot.
 *
 * @param more members besides
 */
export function approvalRecord(
  operation: string,
  approval: StoredApproval,
  { keys, serving, loads }: Pick<Services, 'keys' | 'serving' | 'loads'>,
  more: object = {},
): object {
  const { id, requester, agent, session, tool, argsDigest, ruleset, rulesetHash, callId } = approval;
  const fields = {
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
    ...more,
  };
  const mounted = serving.kind === 'mounted' ? serving.engine.current.details : null;
  const paths = mounted?.hash === rulesetHash ? mounted.sensitivePaths : loads.sensitivePathsOf(rulesetHash);
  if (paths === null) return fields;
  const masking = new Masking(keys.settings.log?.mask ?? { key: null, sealFor: null });
  const hidden = <T>(value: T, place: string): T | object =>
    mayBeSensitive(paths, place) ? masking.value(value) : value;
  return masking.told(fields, {
    ...fields,
    agent: hidden(agent, 'agent'),
    tool: hidden(tool, 'tool.name'),
    call_id: hidden(callId, 'call.id'),
    args_digest: masking.hash(argsDigest) ?? undefined,
  });
}

/** An approval as the verdict on its call tells it. */
export function shortOf(approval: StoredApproval): object {
  const { id, expiresAt } = approval;
  return { id, state: stateOf(approval), expires_at: expiresAt.toISOString() };
}
