import type { Ruleset } from '../../compiler/ruleset.ts';
import { readComparedSlots, type ComparedSlots } from './compared-slots.ts';

/** Basis for drawing facts: the templates and rules of a ruleset, with the constants that rules compare slots with. */
export interface Drawable extends Pick<Ruleset, 'templates' | 'rules'> {
  readonly compared: ComparedSlots;
}

/** A ruleset with its constants. */
export function drawableOf(checked: Ruleset): Drawable {
  const { templates, rules } = checked;
  return { templates, rules, compared: readComparedSlots([checked]) };
}
