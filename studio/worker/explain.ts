import { firingNode, whyNotNode } from '../../authoring/language-service/tasks/work/explain-rule.ts';
import { factText } from '../../library/explain/formats/words.ts';
import { writeJson } from '../../library/json.ts';
import type { Answers, Question, RuleNodes } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';
import { splitRequest } from './request.ts';

/**
 * Explains the decision: the firings in the order in which they lead to it, and the rules that did not fire.
 *
 * @throws CompileError, RequestError, FerruleError
 */
export function explainDecision(
  { ruleset, request }: Question,
  rulesets: LoadedRulesets,
): Answers['explain'] {
  const loaded = rulesets.open(ruleset);
  const explanation = loaded.explain(splitRequest(loaded.tested.engine, request));
  const { facts, firings, winner, not_fired: notFired } = explanation;
  // The deciding rule first: the question is why the decision is what it is.
  const winning = winner === null ? null : firings[winner];
  const others = firings.filter((one) => one !== winning);
  const ordered = winning === undefined || winning === null ? others : [winning, ...others];
  const texts = (ids: readonly number[]): readonly string[] =>
    ids.flatMap((id) => (facts[id - 1] === undefined ? [] : factText(facts[id - 1]!)));
  return {
    given: facts.filter((fact) => fact.derived_by === null).map(factText),
    firings: firings.map((firing) => ({
      rule: firing.rule,
      asserted: texts(firing.asserted),
      retracted: texts(firing.retracted),
      bindings: Object.fromEntries(
        Object.entries(firing.bindings).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : writeJson(value),
        ]),
      ),
    })),
    rule: winning?.rule ?? null,
    why: ordered.map((firing): RuleNodes => ({
      rule: firing.rule,
      place: firing.place,
      nodes: [firingNode(explanation, firing)],
    })),
    whyNot: notFired.map((one): RuleNodes => ({
      rule: one.rule,
      place: one.place,
      nodes: [whyNotNode(explanation, one)],
    })),
  };
}
