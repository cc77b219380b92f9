/**
 * AI SDK: `import { aiSdkGate } from 'ferrule/gate/ai-sdk'`. A tool is wrapped: `needsApproval` requests approval for calls that
 * is escalated, and `execute` runs only what the gate allows, an approval that came with the messages included.
 */
import type { ApprovalRecord } from '../approvals.ts';
import { answerCall, callerOf, observeCall, type Caller, type CallerOf } from '../caller.ts';
import type { Gate } from '../gate.ts';
import { keptVerdicts } from '../kept-verdicts.ts';
import { refusalText, type Verdict } from '../verdict.ts';

export type { Caller, CallerOf };

/** Data that the SDK passes with a call. */
export interface AiSdkCall {
  readonly toolCallId: string;
  readonly experimental_context?: unknown;
}

/** A tool of the SDK as far as it is wrapped; the inputs and outputs of each tool are its own. */
interface ExecutableTool {
  readonly execute?: unknown;
  readonly needsApproval?: unknown;
}
type Execute = (input: unknown, call: AiSdkCall) => unknown;
type NeedsApproval = (input: unknown, call: AiSdkCall) => boolean | Promise<boolean>;

/** A call that was refused. Its message is what the model reads: the SDK makes it the tool's error. */
export class CallRefused extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(refusalText(verdict));
    this.name = 'CallRefused';
    this.verdict = verdict;
  }
}

export interface AiSdkGate {
  /**
   * The same tool behind the gate. Of a tool that streams its results only the last one is handed on. Throws TypeError
   * for a tool without `execute`: it runs elsewhere, where nothing holds it back.
   */
  readonly tool: <Tool extends ExecutableTool>(name: string, tool: Tool) => Tool;
  /** Every tool of a set behind the gate, by its name there. */
  readonly tools: <Tools extends Readonly<Record<string, ExecutableTool>>>(tools: Tools) => Tools;
  /**
   * Passes a person's answer to a `tool-approval-request` to the gate, before its response is sent. `null` if the call
   * does not wait for an approval. Throws ApprovalError if `by` is the requesting agent.
   */
  readonly answered: (
    call: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown },
    state: 'approved' | 'rejected',
    by: string,
    context?: unknown,
  ) => Promise<ApprovalRecord | null>;
}

async function lastOf(result: unknown): Promise<unknown> {
  const isStream = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
  if (!isStream) return result;
  let last: unknown;
  for await (const item of result as AsyncIterable<unknown>) last = item;
  return last;
}

/**
 * The gate for the tools of the AI SDK.
 *
 * @param caller who calls, or a function of the `experimental_context` of the generation
 * @param now milliseconds since the epoch
 */
export function aiSdkGate(gate: Gate, caller: CallerOf<unknown>, now: () => number = Date.now): AiSdkGate {
  const kept = keptVerdicts(gate, now);
  const callOf = (
    name: string,
    input: unknown,
    { toolCallId, experimental_context: context }: AiSdkCall,
  ) => ({
    ...callerOf(caller, context),
    tool: name,
    callId: toolCallId,
    args: input,
  });
  const wrap = <Tool extends ExecutableTool>(name: string, tool: Tool): Tool => {
    const { execute, needsApproval: own } = tool;
    if (typeof execute !== 'function')
      throw new TypeError(`the tool '${name}' has no execute function for the gate to control`);
    const gated: { execute: Execute; needsApproval: NeedsApproval } = {
      async execute(input, call) {
        const decided = callOf(name, input, call);
        const verdict = await kept.take(decided);
        if (verdict.verdict !== 'allow') throw new CallRefused(verdict);
        const result = await lastOf(await (execute as Execute).call(tool, input, call));
        kept.forget();
        await observeCall(gate, decided, result).finally(kept.forget);
        return result;
      },
      async needsApproval(input, call) {
        const { verdict, approval } = await kept.decide(callOf(name, input, call));
        // No approval is requested for calls that are refused in any case.
        if (verdict === 'deny') return false;
        // Before an approved call runs, the SDK checks again, and drops the approval if none is needed any more.
        if (approval !== undefined) return true;
        return typeof own === 'function' ? (own as NeedsApproval).call(tool, input, call) : own === true;
      },
    };
    return { ...tool, ...gated };
  };
  return {
    tool: wrap,
    tools: (tools) =>
      Object.fromEntries(
        Object.entries(tools).map(([name, tool]) => [name, wrap(name, tool)]),
      ) as typeof tools,
    answered: ({ toolCallId, toolName, input }, state, by, context) =>
      answerCall(
        gate,
        callOf(toolName, input, { toolCallId, experimental_context: context }),
        state,
        by,
        now,
      ),
  };
}
