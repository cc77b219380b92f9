/**
 * Claude Agent SDK: `import { claudeAgentHooks } from 'ferrule/gate/claude-agent'`, for `options.hooks`; `ferrule hook
 * claude` handles the same events as a command hook. The gate runs in PreToolUse, which fires for every call;
 * the SDK skips `canUseTool` if a permission rule allows the call. A person responds to the SDK, not to the gate.
 */
import { withDefaults } from '../../../runtime/values/given.ts';
import { callerOf, observeCall, type Caller, type CallerOf } from '../caller.ts';
import type { Gate, ToolCall } from '../gate.ts';
import { faultVerdict, refusalText, type Verdict } from '../verdict.ts';

export type { Caller, CallerOf };

/** The fields of the SDK's PreToolUseHookInput that are used. */
export interface PreToolUse {
  readonly hook_event_name: 'PreToolUse';
  readonly session_id: string;
  readonly permission_mode?: string;
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  /** Where the tool comes from, as the SDK knows it; the prefix of a tool's name says nothing. */
  readonly mcp_server?: { readonly name: string; readonly source: string };
}

export interface PreToolUseAnswer {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'allow' | 'deny' | 'ask';
    permissionDecisionReason: string;
  };
}

/** The answer to what came back from a tool: go on, or end. */
export type PostToolUseAnswer = { continue: true } | { continue: false; stopReason: string };

/** One entry of `options.hooks.PreToolUse` or `.PostToolUse`. */
export interface ClaudeMatcher<Answer> {
  hooks: ((input: unknown) => Promise<Answer>)[];
  /** Left out, the SDK lets the tool run when a hook fails. */
  onFailure: 'block';
}

/** Modes that prompt a person; in all others, `ask` would wait for ever. */
const ASKING_MODES: readonly unknown[] = ['default', 'acceptEdits', 'plan'];

function isServer(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null || !('name' in value) || !('source' in value)) return false;
  return typeof value.name === 'string' && typeof value.source === 'string';
}

/** @param name of the event */
function isToolUse(input: unknown, name: string): input is PreToolUse {
  if (typeof input !== 'object' || input === null) return false;
  const {
    hook_event_name: event,
    session_id: session,
    tool_name: tool,
    tool_use_id: id,
  } = input as Partial<Record<keyof PreToolUse, unknown>>;
  const server = 'mcp_server' in input ? input.mcp_server : undefined;
  const texts = [session, tool, id];
  return event === name && texts.every((text) => typeof text === 'string' && text !== '') && isServer(server);
}

function answerOf({ verdict, reason }: Verdict, text: string): PreToolUseAnswer {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict === 'escalate' ? 'ask' : verdict,
      permissionDecisionReason: verdict === 'deny' ? text : reason,
    },
  };
}

/** The answer to an event that cannot be decided: a refusal. */
export function refuseToolUse(code: 'engine_failed' | 'invalid_arguments', reason: string): PreToolUseAnswer {
  const verdict = faultVerdict(code, reason);
  return answerOf(verdict, refusalText(verdict));
}

/**
 * Responds to one event: allow, deny with the reason that the model reads, or ask. An escalation without a person to ask is
 * denied, with the approval that the gate waits for. The session of the call is the SDK's unless the caller names one.
 */
export async function decideToolUse(
  gate: Gate,
  caller: CallerOf<PreToolUse>,
  input: unknown,
): Promise<PreToolUseAnswer> {
  if (!isToolUse(input, 'PreToolUse'))
    return refuseToolUse('invalid_arguments', 'not a PreToolUse event of a tool');
  const verdict = await gate.decide(callOf(caller, input));
  const text = refusalText(verdict);
  const isAsked = verdict.verdict !== 'escalate' || ASKING_MODES.includes(input.permission_mode);
  return answerOf(isAsked ? verdict : { ...verdict, verdict: 'deny' }, text);
}

function callOf(caller: CallerOf<PreToolUse>, input: PreToolUse): ToolCall {
  const { session_id: session, tool_name: tool, tool_use_id: callId, tool_input: args, mcp_server } = input;
  const server = mcp_server === undefined ? {} : { server: `${mcp_server.source}:${mcp_server.name}` };
  return { ...withDefaults({ session }, callerOf(caller, input)), tool, callId, args, ...server };
}

/** Keeps what came back from a tool for later calls of the session. What cannot be kept ends the session. */
async function observeToolUse(
  gate: Gate,
  caller: CallerOf<PreToolUse>,
  input: unknown,
): Promise<PostToolUseAnswer> {
  if (!isToolUse(input, 'PostToolUse'))
    return { continue: false, stopReason: 'not a PostToolUse event of a tool' };
  const result = 'tool_response' in input ? input.tool_response : null;
  const kept = observeCall(gate, callOf(caller, input), result).then(() => ({ continue: true }) as const);
  return kept.catch(() => ({ continue: false, stopReason: 'cannot record the result of the tool' }));
}

/** The gate as `options.hooks` of the Claude Agent SDK. */
export function claudeAgentHooks(
  gate: Gate,
  caller: CallerOf<PreToolUse>,
): { PreToolUse: ClaudeMatcher<PreToolUseAnswer>[]; PostToolUse: ClaudeMatcher<PostToolUseAnswer>[] } {
  const hook = (input: unknown): Promise<PreToolUseAnswer> => decideToolUse(gate, caller, input);
  const observe = (input: unknown): Promise<PostToolUseAnswer> => observeToolUse(gate, caller, input);
  return {
    PreToolUse: [{ hooks: [hook], onFailure: 'block' }],
    PostToolUse: [{ hooks: [observe], onFailure: 'block' }],
  };
}
