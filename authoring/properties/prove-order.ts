import { ORDERS } from '../analyze/findings/shadow.ts';
import { isSteady } from '../analyze/steady.ts';
import type { PropertyRuleset } from './property-ruleset.ts';

/** True if the order of facts cannot matter: the actions of the matching rules decide, and no rule changes facts. */
export function provesOrder({ explainable: { checked } }: PropertyRuleset): boolean {
  return ORDERS[checked.decide] !== null && isSteady(checked);
}
