import { Masking } from '../../evidence/mask/masking.ts';
import type { KnowsKeys } from '../../evidence/keys.ts';
import type { ListedApproval, NamedMember } from '../../store/approvals/approval.ts';

interface Answer {
  readonly by: string;
  /** `null` if none was given. */
  readonly reason: string | null;
}

/**
 * An approval in the form of decision log records. With a ruleset that has sensitive slots the digests are masked, and
 * whatever of the call fills such a slot.
 *
 * @param said who answered it, and why
 */
export function approvalRecord(
  operation: string,
  approval: ListedApproval,
  { keys }: KnowsKeys,
  said: Answer | null = null,
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
    request_digest: approval.requestDigest,
    ruleset,
    ruleset_hash: rulesetHash,
    call_id: callId,
    ...(approval.budgets === undefined ? {} : { budgets: approval.budgets }),
    ...(said === null ? {} : { answered_by: said.by }),
    ...(said === null || said.reason === null ? {} : { answer_reason: said.reason }),
  };
  const { sensitive } = approval;
  if (sensitive === null) return fields;
  const masking = new Masking(keys.settings.log?.mask ?? { key: null, sealFor: null });
  const hidden = <T>(value: T, name: NamedMember): T | object =>
    sensitive.includes(name) && value !== null ? masking.value(value) : value;
  return masking.told(fields, {
    ...fields,
    agent: hidden(agent, 'agent'),
    session_id: hidden(session, 'session'),
    tool: hidden(tool, 'tool'),
    call_id: hidden(callId, 'callId'),
    args_digest: masking.hash(argsDigest) ?? undefined,
    request_digest: masking.hash(approval.requestDigest) ?? undefined,
    // The approver has seen sensitive values, and may repeat them.
    ...('answer_reason' in fields ? { answer_reason: masking.value(fields.answer_reason) } : {}),
  });
}
