import type { Ruleset } from '../../compiler/ruleset.ts';
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import { readComparedSlots, type ComparedSlots } from './compared-slots.ts';

/** Basis for drawing facts: the templates and rules of a ruleset, with the constants that rules compare slots with. */
export interface Drawable extends Pick<Ruleset, 'templates' | 'rules'> {
  readonly compared: ComparedSlots;
}

/** A ruleset with its constants. */
export function drawableOf(checked: Ruleset): Drawable {
  const { rules } = checked;
  // Only a ledger brings sums.
  const templates = checked.templates.filter(({ name }) => name !== BUDGET_TEMPLATE);
  return { templates, rules, compared: readComparedSlots([checked]) };
}
