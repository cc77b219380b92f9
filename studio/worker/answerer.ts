/** Functions behind the questions of the page. */
import type { Answers, Question, QuestionKind } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';

export type Answerer<Kind extends QuestionKind> = (
  question: Question,
  rulesets: LoadedRulesets,
  /** Reports how far it is. */
  tell: (message: string) => void,
) => Answers[Kind] | Promise<Answers[Kind]>;

/** Questions of the second script. */
export type FurtherKind = Exclude<QuestionKind, 'decide'>;
