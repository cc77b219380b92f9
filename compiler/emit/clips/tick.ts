import { TICK_TEMPLATE } from '../../hidden-templates.ts';
import type { ConditionElement, Ruleset } from '../../untyped.ts';

function matchesTick(element: ConditionElement): boolean {
  switch (element.kind) {
    case 'pattern':
      return element.template === TICK_TEMPLATE;
    case 'test':
      return false;
    case 'not':
      return matchesTick(element.element);
    case 'exists':
    case 'and':
    case 'or':
      return element.elements.some(matchesTick);
  }
}

/** True if a rule has a temporal condition or an aggregate, so that its runs need the hidden tick fact. */
export function needsTick(ruleset: Ruleset): boolean {
  return ruleset.stages.length > 0 || ruleset.rules.some((rule) => rule.when.some(matchesTick));
}
