/** Decides a tool call for a gate, with the approvals that the service keeps. */
import { NumberText } from '../../runtime/number-text.ts';
import { ServiceError } from '../errors.ts';
import { callDocument, digestOf, type ToolCall } from '../gate/call.ts';
import { grantedOf, type GrantedApproval } from '../gate/approval-facts.ts';
import { approvalInDocument } from '../gate/local-approvals.ts';
import type { EvaluateResponse } from '../library/evaluate-response.ts';
import { parseJson, writeJson } from '../library/json.ts';
import type { CallRequest } from '../service/contracts/calls.ts';
import type { Services } from '../service/services.ts';
import type { Caller } from '../tokens/caller.ts';
import type { StoredApproval } from './approval-table.ts';
import { stateOf } from './stored-approvals.ts';
import { approvalRecord } from './write-approval.ts';

export interface AskedCall {
  readonly request: CallRequest;
  readonly caller: Caller;
  readonly origin: string | null;
}

interface Decided {
  readonly response: EvaluateResponse;
  readonly decisionId: string;
  readonly rulesetHash: string;
}

/** The verdict on a call as HTTP answers it. Throws ServiceError. */
export async function decideCall(asked: AskedCall, services: Services): Promise<object> {
  const { request } = asked;
  const call = toolCall(request);
  const first = await evaluate(asked, call, null, services);
  if (first.response.decision !== 'escalate' || request.mode === 'observe') return verdictOf(first);
  const approval = await ask(asked, call, first, services);
  if (approval.state === 'rejected') return refused(first, approval, `${approval.by} rejected the call`);
  const granted = grantedOf({
    ...approval,
    createdAt: approval.createdAt.getTime(),
    expiresAt: approval.expiresAt.getTime(),
  });
  if (granted === null) return verdictOf(first, approval);
  const second = await evaluate(asked, call, granted, services);
  if (second.response.decision !== 'allow') return verdictOf(second);
  const { approvals, audit } = services;
  if (!(await approvals.use(approval.id, call.callId, second.rulesetHash)))
    return refused(second, approval, 'the approval is for another call, or used up');
  if (approval.usedBy === null)
    await audit?.record('approval', asked.origin, approvalRecord('use', approval, services));
  return verdictOf(second, approval);
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

async function evaluate(
  { request, caller, origin }: AskedCall,
  call: ToolCall,
  granted: GrantedApproval | null,
  { pool, serving }: Services,
): Promise<Decided> {
  const session = call.session ?? null;
  const document = callDocument({ ...call, args: plain(call.args) }, Date.now(), approvalInDocument(granted));
  const input = { ...document, call: { ...document.call, args: call.args } };
  const body = {
    ruleset: request.ruleset,
    facts: [],
    input,
    ...(session === null ? {} : { session_id: session }),
  };
  const { body: text, headers = {} } = await pool.submit({
    caller,
    origin,
    kind: 'evaluate',
    body: Buffer.from(writeJson(body)),
    context: granted === null ? null : { approval: granted },
    session: serving.kind === 'mounted' ? null : session,
  });
  return {
    response: parseJson(text) as EvaluateResponse,
    decisionId: headers['ferrule-decision-id'] ?? '',
    rulesetHash: headers['ferrule-ruleset-hash'] ?? '',
  };
}

async function ask(
  { request, caller, origin }: AskedCall,
  call: ToolCall,
  { response, rulesetHash }: Decided,
  services: Services,
): Promise<StoredApproval> {
  const { approvals, audit } = services;
  const { approval, isNew } = await approvals.request({
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
  });
  if (isNew) await audit?.record('approval', origin, approvalRecord('request', approval, services));
  return approval;
}

function verdictOf(
  { response, decisionId, rulesetHash }: Decided,
  approval: StoredApproval | null = null,
): object {
  const { decision, reason, metadata, obligations = [], rule_trace } = response;
  return {
    decision,
    reason,
    metadata,
    obligations,
    rule_trace,
    decision_id: decisionId,
    ruleset_hash: rulesetHash,
    ...(approval === null ? {} : { approval: shortOf(approval) }),
  };
}

function refused(decided: Decided, approval: StoredApproval, reason: string): object {
  return {
    ...verdictOf(decided, approval),
    decision: 'deny',
    reason,
    code: 'approval_refused',
    obligations: [],
  };
}

function shortOf(approval: StoredApproval): object {
  const { id, expiresAt } = approval;
  return { id, state: stateOf(approval), expires_at: expiresAt.toISOString() };
}
