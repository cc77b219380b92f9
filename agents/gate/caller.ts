/** The caller of an adapter, and the way in which a person's answer reaches the gate. */
import { parseJson } from '../../library/json.ts';
import type { ApprovalRecord } from './approvals.ts';
import type { ToolCall } from './call.ts';
import type { Gate } from './gate.ts';

/** Identity comes from the host, never from an argument of a call. */
export interface Caller {
  readonly agent: string;
  readonly session?: string;
}

/** One caller, or a function that finds it in the data that the SDK passes with a call. */
export type CallerOf<Request> = Caller | ((request: Request) => Caller);

export function callerOf<Request>(caller: CallerOf<Request>, request: Request): Caller {
  return typeof caller === 'function' ? caller(request) : caller;
}

/** The exact value of a JSON text. Undefined for invalid JSON: the gate then refuses the call. */
export function parseArguments(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Passes the result of a call to the gate, for the later calls of its session. Rejects if it could not be stored: then
 * the session must not go on.
 */
export async function observeCall(gate: Gate, call: ToolCall, result: unknown): Promise<void> {
  const { session, tool, callId } = call;
  await gate.observe({ ...(session === undefined ? {} : { session }), tool, callId, result });
}

/**
 * Passes a person's answer about an escalated call to the gate. `null` if the call does not wait for an
 * approval. Throws ApprovalError if `by` is the requesting agent.
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
