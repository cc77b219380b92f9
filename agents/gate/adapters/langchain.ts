/**
 * LangChain: `import { langChainGate } from 'ferrule/gate/langchain'`, for `createMiddleware`. An escalated call
 * interrupts the graph; when it is resumed LangChain runs the middleware again from its beginning, so every call is
 * decided twice and keeps its verdict by its id.
 */
import { callerOf, observeCall, type Caller, type CallerOf } from '../caller.ts';
import type { Gate, ToolCall } from '../gate.ts';
import { refusalText, type Verdict } from '../verdict.ts';

export type { Caller, CallerOf };

/** The parts of LangChain's types that are used. */
export interface LangChainRequest {
  readonly toolCall: { readonly name: string; readonly args: unknown; readonly id?: string };
  readonly runtime?: unknown;
  readonly state?: unknown;
}

/** The input that an interrupted graph waits for: the value of an entry of `__interrupt__`. */
export interface ApprovalRequest {
  readonly type: 'ferrule_approval';
  readonly approval: string;
  readonly tool: string;
  readonly args: unknown;
  readonly reason: string;
}

/** The value that resumes the graph: `new Command({ resume: answer })`. */
export interface ApprovalAnswer {
  readonly decision: 'approved' | 'rejected';
  /** The approver: never the agent. */
  readonly by: string;
}

/** From LangChain's packages, which are not loaded here. */
export interface LangChainParts<Message> {
  /** `interrupt` of `@langchain/langgraph`. */
  readonly interrupt: (value: ApprovalRequest) => unknown;
  /** `ToolMessage` of `langchain`. */
  readonly ToolMessage: new (fields: {
    content: string;
    tool_call_id: string;
    name: string;
    status: 'error';
  }) => Message;
}

export interface LangChainMiddleware<Message> {
  readonly name: 'ferrule';
  readonly wrapToolCall: <Request extends LangChainRequest, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>,
  ) => Promise<Result | Message>;
}

function isAnswer(value: unknown): value is ApprovalAnswer {
  if (typeof value !== 'object' || value === null || !('decision' in value) || !('by' in value)) return false;
  return (
    (value.decision === 'approved' || value.decision === 'rejected') &&
    typeof value.by === 'string' &&
    value.by !== ''
  );
}

/**
 * The gate as middleware of LangChain; interrupts need a checkpointer.
 *
 * @param caller who calls, or a function of the request
 * @param now milliseconds since the epoch
 */
export function langChainGate<Message>(
  gate: Gate,
  caller: CallerOf<LangChainRequest>,
  { interrupt, ToolMessage }: LangChainParts<Message>,
  now: () => number = Date.now,
): LangChainMiddleware<Message> {
  /** Requests a decision from a person, then decides again with it. An invalid response changes nothing. */
  const ask = async (call: ToolCall, escalated: Verdict, approval: string): Promise<Verdict> => {
    const { tool, args } = call;
    const answer = interrupt({ type: 'ferrule_approval', approval, tool, args, reason: escalated.reason });
    if (!isAnswer(answer)) return gate.decide(call);
    await gate.approvals.answer(approval, answer.decision, answer.by, now());
    if (answer.decision === 'approved') return gate.decide(call);
    return {
      ...escalated,
      verdict: 'deny',
      code: 'approval_refused',
      reason: `${answer.by} rejected the call`,
    };
  };
  return {
    name: 'ferrule',
    async wrapToolCall(request, handler) {
      const { name, args, id = '' } = request.toolCall;
      const call = { ...callerOf(caller, request), tool: name, callId: id, args };
      const first = await gate.decide(call);
      const waits = first.verdict === 'escalate' && first.approval !== undefined && id !== '';
      const verdict = waits ? await ask(call, first, first.approval) : first;
      if (verdict.verdict === 'allow') {
        const result = await handler(request);
        await observeCall(gate, call, result);
        return result;
      }
      return new ToolMessage({ content: refusalText(verdict), tool_call_id: id, name, status: 'error' });
    },
  };
}
