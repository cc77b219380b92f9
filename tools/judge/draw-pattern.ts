import type { Dice } from './dice.ts';
import { drawEach, drawInList, LIST_FORMS } from './draw-lists.ts';
import { isNumber, literalOf, operand, type Draw } from './draw-operand.ts';
import { slotsOf, type Bound, type World } from './draw-scope.ts';
import { TEXT_FORMS } from './draw-text.ts';
import { drawTemporal } from './draw-temporal.ts';
import { drawNow, TIME_FORMS } from './draw-times.ts';
import { argumentText, slotValues } from './draw-values.ts';
import type { ConditionDraft, PatternDraft, SlotDraft } from './program.ts';

function drawList(dice: Dice, world: World, slot: SlotDraft): string {
  const items = dice.some(slotValues(slot, world.domains), dice.int(1, 2));
  return `[${items.map((item) => argumentText(slot.type, item)).join(', ')}]`;
}

function drawBetween(dice: Dice, world: World, slot: SlotDraft): string | null {
  if (!isNumber(slot)) return null;
  const values = [...dice.some(slotValues(slot, world.domains), 2)].sort((a, b) => (a < b ? -1 : 1));
  const [low, high] = [values[0], values.at(-1)];
  if (low === undefined || high === undefined) return null;
  return `between(${argumentText(slot.type, low)}, ${argumentText(slot.type, high)})`;
}

const ordered =
  (operator: string): Draw =>
  (dice, world, slot, bound) =>
    isNumber(slot) ? `${operator}(${operand(dice, world, slot, bound)})` : null;

const level =
  (operator: string): Draw =>
  (dice, world, slot, bound) => {
    const hierarchy = world.hierarchies[0];
    if (!hierarchy || slot.type !== 'SYMBOL' || slot.allowed?.join() !== hierarchy.levels.join()) return null;
    const same = bound.filter((other) => other.slot.allowed?.join() === hierarchy.levels.join());
    return `${operator}(${same.length > 0 && dice.percent(50) ? dice.pick(same).text : dice.pick(hierarchy.levels.slice(1))})`;
  };

/** Percent of the conditions, in a program that has temporal ones. */
const TEMPORAL_CHANCE = 25;

/** Percent of the patterns, in a program that has relations. */
const RELATION_CHANCE = 35;

const listed =
  (operator: string): Draw =>
  (dice, world, slot) =>
    slot.type === 'BOOLEAN' ? null : `${operator}(${drawList(dice, world, slot)})`;

/** One row per form of condition; a form that does not fit the slot returns null. Equality and joins are frequent. */
const FORMS: readonly Draw[] = [
  drawInList,
  drawInList,
  (_dice, _world, slot) => (slot.type === 'BOOLEAN' ? 'is_true()' : null),
  (_dice, _world, slot) => (slot.type === 'BOOLEAN' ? 'is_false()' : null),
  (dice, world, slot) => `equals(${literalOf(dice, world, slot)})`,
  (dice, world, slot) => `equals(${literalOf(dice, world, slot)})`,
  (dice, world, slot, bound) => `equals(${operand(dice, world, slot, bound)})`,
  (dice, world, slot, bound) => `equals(${operand(dice, world, slot, bound)})`,
  (dice, world, slot, bound) => `equals(${operand(dice, world, slot, bound)})`,
  (dice, world, slot, bound) => `not_equals(${operand(dice, world, slot, bound)})`,
  (dice, world, slot, bound) => `not_equals(${operand(dice, world, slot, bound)})`,
  listed('in'),
  listed('not_in'),
  ordered('greater_than'),
  ordered('less_than'),
  ordered('at_least'),
  ordered('at_most'),
  drawBetween,
  ...TEXT_FORMS,
  ...TIME_FORMS,
  level('below'),
  level('meets_or_exceeds'),
  level('within_scope'),
];

function drawExpression(dice: Dice, world: World, slot: SlotDraft, bound: readonly Bound[]): string {
  if (slot.list) return dice.pick(LIST_FORMS)(dice, world, slot, bound) ?? 'not_empty()';
  for (;;) {
    const draw = world.counted.length > 0 && dice.percent(TEMPORAL_CHANCE) ? drawTemporal : dice.pick(FORMS);
    const expression = draw(dice, world, slot, bound);
    if (expression !== null) return expression;
  }
}

/** A condition on one slot: a binding, an operator, or both. `name` makes the bound variable unique in its rule. */
function drawCondition(
  dice: Dice,
  world: World,
  slot: SlotDraft,
  bound: readonly Bound[],
  name: string,
): ConditionDraft {
  const kind = dice.int(1, 10);
  if (kind <= 3) return { slot: slot.name, bind: name };
  const expression = drawExpression(dice, world, slot, bound);
  return kind <= 8 ? { slot: slot.name, expression } : { slot: slot.name, bind: name, expression };
}

/** Sometimes tests the same slot again, which narrows what the first condition joins. */
function drawSecond(dice: Dice, world: World, slot: SlotDraft): readonly ConditionDraft[] {
  if (slot.list || slot.type === 'BOOLEAN' || !dice.percent(12)) return [];
  const operator = dice.pick(['not_equals', 'not_equals', 'equals']);
  return [{ slot: slot.name, expression: `${operator}(${literalOf(dice, world, slot)})` }];
}

interface PatternOptions {
  /** Makes aliases and variables unique in their rule. */
  readonly index: string;
  /** Local patterns (inside `not`, `exists`, `any`) bind nothing that is seen outside. */
  readonly local: boolean;
}

/** A pattern with conditions on some of its slots, joined to what is bound before it. */
export function drawPattern(
  dice: Dice,
  world: World,
  bound: readonly Bound[],
  options: PatternOptions,
): PatternDraft {
  const { relations } = world;
  const relation = relations.length > 0 && dice.percent(RELATION_CHANCE) ? dice.pick(relations) : null;
  const template = relation ?? dice.pick(world.templates);
  const slots = slotsOf(world, template.name);
  const chosen = dice.some(slots, dice.int(0, slots.length));
  const order = dice.percent(30) ? [...chosen].reverse() : chosen;
  const uncounted = { ...world, counted: [] };
  const conditions = order.flatMap((slot): ConditionDraft | ConditionDraft[] => {
    if (slot.list && dice.percent(50)) {
      const say = (said: SlotDraft): string => drawExpression(dice, uncounted, said, bound);
      return drawEach(dice, slot, options.index, options.local, say);
    }
    const name = `${slot.list ? '$' : ''}?v${options.index}${slot.name}`;
    const condition = options.local
      ? { slot: slot.name, expression: drawExpression(dice, world, slot, bound) }
      : drawCondition(dice, world, slot, bound, name);
    return [condition, ...drawSecond(dice, world, slot)];
  });
  const asksClock = world.features.has('times') && dice.percent(8);
  return {
    template: template.name,
    ...(relation === null ? {} : { relation: true as const }),
    ...(options.local ? {} : { alias: `$p${options.index}` }),
    conditions: asksClock ? [...conditions, { now: drawNow(dice, world, bound) }] : conditions,
  };
}
