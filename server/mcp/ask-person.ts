/** What becomes of an escalated call: the user of the client may answer it, if the operator wants that. */
import type { Verdict } from '../gate/verdict.ts';
import {
  answerIn,
  answerOf,
  asksByResult,
  declaresForms,
  question,
  questionResult,
  requestDeclaresForms,
  type Answer,
} from './elicitation.ts';
import { resultMessage, type Message, type Request } from './message.ts';
import type { Ask } from './list-tools.ts';
import type { Policy } from './policy.ts';

export interface EscalatedCall {
  readonly request: Request;
  readonly tool: string;
  readonly args: unknown;
  readonly verdict: Verdict;
  /** Decides on the same call once more. */
  readonly again: () => Promise<Verdict>;
}

export interface AskPerson {
  /** Keeps what a client declares. */
  readonly learn: (request: Request) => void;
  /** The verdict to go by, or the question that is the answer of the call. */
  readonly settle: (call: EscalatedCall) => Promise<Verdict | Message>;
}

/** By whom an approval is given: nobody whose name is known. */
const BY = 'user of the client';

export function createAskPerson({ gate }: Policy, askClient: Ask): AskPerson {
  let showsForms = false;
  const settled = async ({ verdict, again }: EscalatedCall, answer: Answer): Promise<Verdict> => {
    if (answer === 'cancel' || verdict.approval === undefined) return verdict;
    const state = answer === 'accept' ? 'approved' : 'rejected';
    await gate.approvals.answer(verdict.approval, state, BY, Date.now());
    if (answer === 'accept') return again();
    return { ...verdict, verdict: 'deny', code: 'approval_refused', reason: `the ${BY} rejected the call` };
  };
  return {
    learn(request) {
      if (request.method === 'initialize') showsForms = declaresForms(request);
    },
    async settle(call) {
      const { request, tool, args, verdict } = call;
      const params = question(tool, args, verdict);
      if (asksByResult(request)) {
        const answer = answerIn(request);
        if (answer !== null) return settled(call, answer);
        return requestDeclaresForms(request) ? resultMessage(request.id, questionResult(params)) : verdict;
      }
      if (!showsForms) return verdict;
      const { result } = await askClient('elicitation/create', params);
      return settled(call, answerOf(result));
    },
  };
}
