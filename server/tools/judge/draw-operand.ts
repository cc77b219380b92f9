import type { Dice } from './dice.ts';
import { joinable, type Bound, type World } from './draw-scope.ts';
import { argumentText, slotValues } from './draw-values.ts';
import type { SlotDraft } from './program.ts';

/** Draws the expression of a condition; null when its form does not fit the slot or the features. */
export type Draw = (dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]) => string | null;

export function literalOf(dice: Dice, world: World, slot: SlotDraft): string {
  return argumentText(slot.type, dice.pick(slotValues(slot, world.domains)));
}

/** A literal or, when something of the slot's type is bound before, mostly that. */
export function operand(dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]): string {
  const same = joinable(bound, slot);
  return same.length > 0 && dice.percent(60) ? dice.pick(same).text : literalOf(dice, world, slot);
}

export const isNumber = (slot: SlotDraft): boolean =>
  !slot.list && (slot.type === 'INTEGER' || slot.type === 'FLOAT');
