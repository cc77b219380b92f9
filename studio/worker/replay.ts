import type { Answers, Question } from '../protocol/messages.ts';
import { decide } from './decide.ts';
import { explainDecision } from './explain.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';

/**
 * Decides a request of the past at its time, and explains the decision.
 *
 * @throws CompileError, RequestError, FerruleError
 */
export function replay(question: Question, rulesets: LoadedRulesets): Answers['replay'] {
  const decided = decide(question, rulesets);
  return { decided, explained: decided.decision === null ? null : explainDecision(question, rulesets) };
}
