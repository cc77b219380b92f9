/** Who makes the calls of an adapter, and how a person's answer reaches the gate. */
import type { ApprovalRecord } from './approvals.ts';
import type { ToolCall } from './call.ts';
import type { Gate } from './gate.ts';

/** Identity comes from the host, never from an argument of a call. */
export interface Caller {
  readonly agent: string;
  readonly session?: string;
}

/** One caller, or a function that tells it from what the SDK hands over with a call. */
export type CallerOf<Request> = Caller | ((request: Request) => Caller);

export function callerOf<Request>(caller: CallerOf<Request>, request: Request): Caller {
  return typeof caller === 'function' ? caller(request) : caller;
}

/** The value of a JSON text. No JSON value is undefined: for a text that is no JSON the gate refuses the call. */
export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Tells the gate what came back from a call, for the later calls of its session. Rejects when it could not be kept: then
 * the session must not go on.
 */
export async function observeCall(gate: Gate, call: ToolCall, result: unknown): Promise<void> {
  const { session, tool, callId } = call;
  await gate.observe({ ...(session === undefined ? {} : { session }), tool, callId, result });
}

/**
 * Tells the gate what a person answered about a call that it escalated. Null when the call does not wait for an
 * approval. Throws ApprovalError when `by` is the agent that asks.
 */
export async function answerCall(
  gate: Gate,
  call: ToolCall,
  state: 'approved' | 'rejected',
  by: string,
  now: () => number,
): Promise<ApprovalRecord | null> {
  const { verdict, approval } = await gate.decide(call);
  if (verdict !== 'escalate' || approval === undefined) return null;
  return gate.approvals.answer(approval, state, by, now());
}
