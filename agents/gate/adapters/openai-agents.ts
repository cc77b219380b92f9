/**
 * OpenAI Agents: `import { openAiAgentsGate } from 'ferrule/gate/openai-agents'`, for function tools. The SDK calls
 * `needsApproval` first, which involves a person only for an escalated call. It then runs the guardrail, which passes only
 * allowed calls, so an approval that the SDK remembers allows nothing that the gate has not seen approved.
 */
import type { ApprovalRecord } from '../approvals.ts';
import { answerCall, callerOf, observeCall, parseArguments, type Caller, type CallerOf } from '../caller.ts';
import type { Gate } from '../gate.ts';
import { keptVerdicts } from '../kept-verdicts.ts';
import { refusalText, type Verdict } from '../verdict.ts';

export type { Caller, CallerOf };

/** The parts of the SDK's types that are used. */
interface FunctionCall {
  readonly name: string;
  readonly callId: string;
  /** JSON text. */
  readonly arguments: string;
}
/** The input that an interrupted run waits for: an entry of `result.interruptions`. */
interface Interruption {
  readonly rawItem: object;
}
type Behavior = { type: 'allow' } | { type: 'rejectContent'; message: string };

export interface OpenAiAgentsGate<Context> {
  /** For the `inputGuardrails` of a tool: refuses what is not allowed. */
  readonly guardrail: {
    type: 'tool_input';
    name: string;
    run: (data: {
      context: Context;
      toolCall: FunctionCall;
    }) => Promise<{ behavior: Behavior; outputInfo: Verdict }>;
  };
  /** For the `outputGuardrails` of a tool: later calls of the session are decided with what came back. */
  readonly observer: {
    type: 'tool_output';
    name: string;
    run: (data: {
      context: Context;
      toolCall: FunctionCall;
      output: unknown;
    }) => Promise<{ behavior: { type: 'allow' } | { type: 'throwException' } }>;
  };
  /** For `needsApproval` of the tool with this name: requests approval for escalated calls. */
  readonly needsApproval: (
    tool: string,
  ) => (context: Context, args: unknown, callId?: string) => Promise<boolean>;
  /**
   * Passes a person's answer to an interruption to the gate, before `state.approve` or `state.reject` and the next
   * run. `null` if its call does not wait for an approval. Throws ApprovalError if `by` is the requesting agent.
   */
  readonly answered: (
    interruption: Interruption,
    context: Context,
    state: 'approved' | 'rejected',
    by: string,
  ) => Promise<ApprovalRecord | null>;
}

function isFunctionCall(item: object): item is FunctionCall {
  return 'name' in item && 'callId' in item && 'arguments' in item && typeof item.arguments === 'string';
}

/**
 * The gate for the function tools of OpenAI Agents: give both parts to each tool.
 *
 * @param caller who calls, or a function of the run's context
 * @param now milliseconds since the epoch
 */
export function openAiAgentsGate<Context = unknown>(
  gate: Gate,
  caller: CallerOf<Context>,
  now: () => number = Date.now,
): OpenAiAgentsGate<Context> {
  const kept = keptVerdicts(gate, now);
  const callOf = ({ name, callId, arguments: text }: FunctionCall, context: Context) => ({
    ...callerOf(caller, context),
    tool: name,
    callId,
    args: parseArguments(text),
  });
  return {
    guardrail: {
      type: 'tool_input',
      name: 'ferrule',
      async run({ context, toolCall }) {
        const verdict = await kept.take(callOf(toolCall, context));
        const behavior: Behavior =
          verdict.verdict === 'allow'
            ? { type: 'allow' }
            : { type: 'rejectContent', message: refusalText(verdict) };
        return { behavior, outputInfo: verdict };
      },
    },
    observer: {
      type: 'tool_output',
      name: 'ferrule',
      async run({ context, toolCall, output }) {
        kept.forget();
        const observed = observeCall(gate, callOf(toolCall, context), output)
          .finally(kept.forget)
          .then(() => 'allow' as const);
        return { behavior: { type: await observed.catch(() => 'throwException' as const) } };
      },
    },
    needsApproval: (tool) => async (context, args, callId) => {
      if (callId === undefined) return true;
      const { verdict } = await kept.decide({ ...callerOf(caller, context), tool, callId, args });
      return verdict === 'escalate';
    },
    async answered({ rawItem }, context, state, by) {
      return isFunctionCall(rawItem) ? answerCall(gate, callOf(rawItem, context), state, by, now) : null;
    },
  };
}
