/** Decides a tool call for a gate, with the approvals that the service keeps. */
import { NumberText } from '../../runtime/number-text.ts';
import { ServiceError } from '../errors.ts';
import { unhandledObligation } from '../gate/verdict.ts';
import { callDocument, digestOf, type CallDocument, type ToolCall } from '../gate/call.ts';
import type { GrantedApproval } from '../gate/approval-facts.ts';
import { approvalInDocument } from '../gate/local-approvals.ts';
import { writeJson } from '../library/json.ts';
import type { CallRequest } from '../service/contracts/calls.ts';
import type { Services } from '../service/services.ts';
import type { Caller } from '../tokens/caller.ts';
import type { ApprovalRequest } from './approval-table.ts';
import { recordDenied } from './record-denied.ts';
import { decideWithApproval, decidedOf, type Decided, type Outcome, type Refusal } from './with-approval.ts';
import { shortOf } from './write-approval.ts';

export interface AskedCall {
  readonly request: CallRequest;
  readonly caller: Caller;
  readonly origin: string | null;
}

/** The verdict on a call as HTTP answers it. Throws ServiceError. */
export async function decideCall(asked: AskedCall, services: Services): Promise<object> {
  const { request } = asked;
  const call = toolCall(request);
  const outcome = await decideWithApproval(
    {
      origin: asked.origin,
      asksNobody: request.mode === 'observe',
      refusalOf: (decided) => unsupported(decided, request.supported_obligations),
      evaluate: (granted) => evaluate(asked, call, granted, services),
      requestOf: (decided) => approvalOf(asked, call, decided),
    },
    services,
  );
  const { decided, approval } = outcome;
  const refusal =
    outcome.refusal ??
    (decided.response.decision === 'allow' ? unsupported(decided, request.supported_obligations) : null);
  if (refusal !== null) {
    const { decisionId } = decided;
    await recordDenied(services, asked.origin, { decisionId, code: refusal.code, approval });
  }
  return verdictOf({ decided, approval, refusal });
}

function toolCall({ agent, session, tool, call }: CallRequest): ToolCall {
  if (call.args === undefined) throw wrongArguments('field required');
  checkArguments(call.args);
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

/**
 * What is approved must be what is executed: integers that programs read differently (RFC 7493, 2.2) have no digest to
 * rely on. Throws ServiceError.
 */
function checkArguments(value: unknown): void {
  const isLong = typeof value === 'bigint' || (value instanceof NumberText && /^-?\d{2,}$/.test(value.text));
  if (isLong) {
    throw wrongArguments('integers must be at most 2^53 - 1: send longer ones as text');
  }
  if (typeof value !== 'object' || value === null || value instanceof NumberText) return;
  for (const item of Object.values(value)) checkArguments(item);
}

function wrongArguments(problem: string): ServiceError {
  return new ServiceError('validation_error', `call.args: ${problem}`, 'call.args');
}

/** The digest over the numbers that the arguments are, however they are written. */
function plain(args: unknown): unknown {
  return JSON.parse(writeJson(args));
}

/** Throws ServiceError for arguments that have no canonical form, and so no digest. */
function documentOf(call: ToolCall, granted: GrantedApproval | null): CallDocument {
  try {
    return callDocument(call, Date.now(), approvalInDocument(granted));
  } catch (error) {
    if (error instanceof TypeError) throw wrongArguments(error.message);
    throw error;
  }
}

async function evaluate(
  { request, caller, origin }: AskedCall,
  call: ToolCall,
  granted: GrantedApproval | null,
  { pool, serving }: Services,
): Promise<Decided> {
  const session = call.session ?? null;
  const document = documentOf({ ...call, args: plain(call.args) }, granted);
  const input = { ...document, call: { ...document.call, args: call.args } };
  const body = {
    ruleset: request.ruleset,
    facts: [],
    input,
    ...(session === null ? {} : { session_id: session }),
    ...(request.session_mode === undefined ? {} : { session: request.session_mode }),
  };
  const result = await pool.submit({
    caller,
    origin,
    kind: 'evaluate',
    body: Buffer.from(writeJson(body)),
    context: granted === null ? null : { approval: granted },
    session: serving.kind === 'mounted' ? null : session,
  });
  return decidedOf(result);
}

function approvalOf(
  { request, caller }: AskedCall,
  call: ToolCall,
  { response, rulesetHash }: Decided,
): ApprovalRequest {
  return {
    requester: caller.actor,
    agent: call.agent,
    session: call.session ?? null,
    server: call.server ?? null,
    tool: call.tool,
    argsDigest: digestOf(plain(call.args)),
    args: writeJson(call.args),
    ruleset: request.ruleset,
    rulesetHash,
    callId: call.callId,
    reason: response.reason ?? 'escalate',
  };
}

function verdictOf({ decided, approval, refusal }: Outcome): object {
  const { response, decisionId, rulesetHash } = decided;
  const { decision, reason, metadata, obligations = [], rule_trace } = response;
  const verdict = {
    decision,
    reason,
    metadata,
    obligations,
    rule_trace,
    decision_id: decisionId,
    ruleset_hash: rulesetHash,
    ...(approval === null ? {} : { approval: shortOf(approval) }),
  };
  if (refusal === null) return verdict;
  return { ...verdict, decision: 'deny', ...refusal, obligations: [] };
}

/** Null: the caller fulfils every obligation, or does not say which. */
function unsupported(
  { response: { obligations = [] } }: Decided,
  supported: readonly string[] | undefined,
): Refusal | null {
  const other = obligations.find(({ type }) => supported?.includes(type) === false);
  if (other === undefined) return null;
  return { code: 'unhandled_obligation', reason: unhandledObligation(other) };
}
