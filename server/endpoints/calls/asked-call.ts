/** A tool call as a gate sends it, read where it is decided: away from the HTTP thread. */
import { ServiceError } from '../../../library/errors.ts';
import type { GrantedApproval } from '../../../agents/gate/approval-facts.ts';
import { boundCall } from '../../../agents/gate/bound-request.ts';
import { callDocument, type CallDocument, type ToolCall } from '../../../agents/gate/call.ts';
import { approvalInDocument } from '../../../agents/gate/local-approvals.ts';
import type { CallRequest } from './contract.ts';
import type { ApprovalRequest } from '../../../store/approvals/approval.ts';
import { boundTexts, type BoundTexts } from '../../approvals/bound-texts.ts';

/** The part of an approval that comes from the call. */
export type AskedApproval = BoundTexts &
  Pick<ApprovalRequest, 'agent' | 'session' | 'server' | 'tool' | 'callId'>;

/** Throws ServiceError. */
export function toolCall({ agent, session, tool, call }: CallRequest): ToolCall {
  if (call.args === undefined) throw wrongArguments('field required');
  const { name, server, annotations } = tool;
  return {
    agent,
    tool: name,
    callId: call.id,
    args: call.args,
    ...(session === undefined ? {} : { session }),
    ...(server === undefined ? {} : { server }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function wrongArguments(problem: string): ServiceError {
  return new ServiceError('validation_error', `call.args: ${problem}`, 'call.args');
}

/** The document that is evaluated. `at`: its time in milliseconds. Throws ServiceError for arguments that have no canonical form, and so no digest. */
export function callInput(call: ToolCall, granted: GrantedApproval | null, at = Date.now()): CallDocument {
  try {
    return callDocument(call, at, approvalInDocument(granted));
  } catch (error) {
    if (error instanceof TypeError) throw wrongArguments(error.message);
    throw error;
  }
}

/** The request that needs a person's approval. */
export function askedApproval(call: ToolCall): AskedApproval {
  return {
    agent: call.agent,
    session: call.session ?? null,
    server: call.server ?? null,
    tool: call.tool,
    callId: call.callId,
    ...boundTexts(boundCall(callInput(call, null))),
  };
}
