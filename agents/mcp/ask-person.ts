/** Handling of an escalated call: the client's user may decide it, if the operator allows that. */
import type { Verdict } from '../gate/verdict.ts';
import {
  answerIn,
  answerOf,
  asksByResult,
  declaresForms,
  provesQuestion,
  question,
  questionResult,
  requestDeclaresForms,
  type Answer,
} from './elicitation.ts';
import { resultMessage, type Message, type Request } from './message.ts';
import type { Ask } from './list-tools.ts';
import type { Policy } from './policy.ts';

interface EscalatedCall {
  readonly request: Request;
  readonly verdict: Verdict;
  /** Decides on the same call once more. */
  readonly again: () => Promise<Verdict>;
}

interface AskPerson {
  /** Keeps what a client declares. */
  readonly learn: (request: Request) => void;
  /** The verdict to go by, or the question that is the answer of the call. */
  readonly settle: (call: EscalatedCall) => Promise<Verdict | Message>;
}

const MOST_ASKED = 1_000;
/** Approver without a known name. */
const BY = 'user of the client';

export function createAskPerson({ gate }: Policy, askClient: Ask): AskPerson {
  let showsForms = false;
  /** Approvals that a result presented to this client. */
  const asked = new Set<string>();
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
      const { request, verdict } = call;
      const approval = verdict.approval === undefined ? null : await gate.approvals.find(verdict.approval);
      // Never request an approval from a person who cannot see the whole request.
      if (approval === null) return verdict;
      const params = question(approval);
      if (params === null) return verdict;
      const { id, requestDigest } = approval;
      if (asksByResult(request)) {
        const answer = answerIn(request);
        // Consent to another request, or to none, is not consent to this one.
        const isAnswer = answer !== 'accept' || asked.has(id) || provesQuestion(request, requestDigest);
        if (answer !== null && isAnswer) return settled(call, answer);
        if (!requestDeclaresForms(request)) return verdict;
        if (asked.size >= MOST_ASKED) asked.clear();
        asked.add(id);
        return resultMessage(request.id, questionResult(params, requestDigest));
      }
      if (!showsForms) return verdict;
      const { result } = await askClient('elicitation/create', params);
      return settled(call, answerOf(result));
    },
  };
}
