import type { Dice } from './dice.ts';
import { joinable, ofType, type Bound, type World } from './draw-scope.ts';
import { argumentText, slotValues } from './draw-values.ts';
import type { SlotDraft } from './program.ts';

/** Draws the expression of a condition; null when its form does not fit the slot or the features. */
export type Draw = (dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]) => string | null;

export function literalOf(dice: Dice, world: World, slot: SlotDraft): string {
  const values = slotValues(slot, world.domains);
  const known = (world.constants.get(slot.type) ?? []).filter(([, value]) => values.includes(value));
  if (known.length > 0 && dice.percent(30)) return `$const.${dice.pick(known)[0]}`;
  return argumentText(slot.type, dice.pick(values));
}

/** A literal or, when something of the slot's type is bound before, mostly that. */
export function operand(dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]): string {
  const keys = ofType(bound, 'SYMBOL', 'STRING');
  const looksUp =
    world.features.has('knowledge') && slot.type === 'INTEGER' && !slot.allowed && keys.length > 0;
  if (looksUp && dice.percent(15)) return `$const.numbers[${dice.pick(keys).text}]`;
  const same = joinable(bound, slot);
  return same.length > 0 && dice.percent(60) ? dice.pick(same).text : literalOf(dice, world, slot);
}

export const isNumber = (slot: SlotDraft): boolean =>
  !slot.list && (slot.type === 'INTEGER' || slot.type === 'FLOAT');
