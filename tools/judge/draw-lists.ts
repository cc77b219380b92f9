/** Drawn tests of list slots. */
import type { Dice } from './dice.ts';
import type { Draw } from './draw-operand.ts';
import { joinable, type Bound, type World } from './draw-scope.ts';
import { argumentText, slotValues } from './draw-values.ts';
import type { ConditionDraft, SlotDraft } from './program.ts';
import type { Scalar } from '../../library/node/clips/facts.ts';

const MOST_ITEMS = 4;

/** Items with repetitions, often none. */
export function drawItems(dice: Dice, world: World, slot: SlotDraft): readonly Scalar[] {
  const values = slotValues(slot, world.domains);
  return dice.times(dice.int(0, MOST_ITEMS), () => dice.pick(values));
}

function listText(dice: Dice, world: World, slot: SlotDraft): string {
  const items = drawItems(dice, world, slot).map((item) => argumentText(slot.type, item));
  return `[${items.join(', ')}]`;
}

/** Lists of other patterns, of items of the slot's type. */
export function listsOf(bound: readonly Bound[], slot: SlotDraft): readonly Bound[] {
  return bound.filter((other) => other.slot.list === true && other.slot.type === slot.type);
}

function list(dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]): string {
  const others = listsOf(bound, slot);
  return others.length > 0 && dice.percent(50) ? dice.pick(others).text : listText(dice, world, slot);
}

function item(dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]): string {
  const others = joinable(bound, { ...slot, list: false });
  if (others.length > 0 && dice.percent(60)) return dice.pick(others).text;
  return argumentText(slot.type, dice.pick(slotValues(slot, world.domains)));
}

const of =
  (operator: string, argument: typeof item): Draw =>
  (dice, world, slot, bound) =>
    `${operator}(${argument(dice, world, slot, bound)})`;

/** One row per operator on lists; membership is frequent. */
export const LIST_FORMS: readonly Draw[] = [
  of('has', item),
  of('has', item),
  of('has', item),
  of('has_not', item),
  of('has_any', list),
  of('has_all', list),
  of('has_none', list),
  of('only', list),
  of('equals', list),
  of('not_equals', list),
  () => 'is_empty()',
  () => 'not_empty()',
  (dice) => `size_at_least(${dice.int(0, MOST_ITEMS)})`,
  (dice) => `size_at_most(${dice.int(0, MOST_ITEMS)})`,
  (dice) => `size_equals(${dice.int(0, 2)})`,
];

/** Possible conditions on a slot. */
type Say = (slot: SlotDraft) => string;

/** The items of a list one by one, with or without a condition on them, and perhaps something of the whole list. */
export function drawEach(
  dice: Dice,
  slot: SlotDraft,
  index: string,
  local: boolean,
  say: Say,
): ConditionDraft[] {
  const each = `?e${index}${slot.name}`;
  const expression = dice.percent(60) ? { expression: say({ ...slot, list: false }) } : {};
  const whole: ConditionDraft[] = dice.percent(35) ? [{ slot: slot.name, expression: say(slot) }] : [];
  if (!local && dice.percent(25)) whole.push({ slot: slot.name, bind: `$?v${index}${slot.name}` });
  const conditions = [{ slot: slot.name, each, ...expression }, ...whole];
  return dice.percent(50) ? conditions : conditions.reverse();
}

/** A single value that is, or is not, an item of a list of another pattern. */
export const drawInList: Draw = (dice, _world, slot, bound) => {
  const others = listsOf(bound, slot);
  if (others.length === 0 || slot.type === 'BOOLEAN') return null;
  return `${dice.pick(['in', 'in', 'not_in'])}(${dice.pick(others).text})`;
};

/** A list for an effect: values, or what another pattern holds. */
export function drawListValue(
  dice: Dice,
  world: World,
  slot: SlotDraft,
  bound: readonly Bound[],
): string | readonly Scalar[] {
  const others = slot.allowed ? [] : listsOf(bound, slot);
  if (others.length > 0 && dice.percent(60)) return dice.pick(others).text;
  return drawItems(dice, world, slot).filter((value) => typeof value !== 'string' || !/^[?($]/.test(value));
}
