/** One policy for listing and calling: the same rules decide both. */
import { createGate, refusalText, type Gate, type GateOptions, type Verdict } from '../gate/gate.ts';
import { hintsOf, type Tool } from './tool.ts';

export interface Caller {
  readonly agent: string;
  readonly session: string;
  /** The command or the address of the server behind the proxy. */
  readonly server: string;
}

export interface Policy {
  readonly gate: Gate;
  /** True if the caller may call this tool at all. */
  readonly shows: (tool: Tool) => Promise<boolean>;
  readonly decide: (name: string, tool: Tool | null, args: unknown, callId: string) => Promise<Verdict>;
}

/**
 * @param options of the gate that decides calls
 * @param looking of the gate that decides listings: what a session has seen must count for both
 *
 * A tool is listed by deciding a call of it without arguments, with the hint `listing`. No approval is requested
 * of that.
 */
export function createPolicy(
  options: GateOptions,
  { agent, session, server }: Caller,
  looking: GateOptions = options,
): Policy {
  const gate = createGate(options);
  const lister = createGate({ ...looking, mode: 'observe' });
  const call = (name: string, tool: Tool | null, args: unknown, callId: string, listing: boolean) => ({
    agent,
    session,
    server,
    tool: name,
    callId,
    args,
    annotations: { ...hintsOf(tool), listing },
  });
  return {
    gate,
    async shows(tool) {
      const { observed } = await lister.decide(call(tool.name, tool, {}, `list:${tool.name}`, true));
      return observed === 'allow' || observed === 'escalate';
    },
    decide: (name, tool, args, callId) => gate.decide(call(name, tool, args, callId, false)),
  };
}

/** Refusals before any rule runs. */
export function refusal(code: string, reason: string): string {
  return refusalText({
    verdict: 'deny',
    code,
    reason,
    obligations: [],
    decisionId: null,
    rulesetHash: null,
  });
}

export { refusalText };
