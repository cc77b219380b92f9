import type { Rule, Ruleset } from '../../compiler/ruleset.ts';
import { ORDERS } from '../analyze/findings/shadow.ts';
import { isCountable } from './facts-needed.ts';

/** The rules that may decide, where the actions of what fires are all that counts; null: more does. */
export function decidingRules(checked: Ruleset): readonly Rule[] | null {
  if (ORDERS[checked.decide] === null || !isCountable(checked)) return null;
  return checked.rules.filter(
    ({ then, module }) => then.action !== null && checked.focusOrder.includes(module),
  );
}
