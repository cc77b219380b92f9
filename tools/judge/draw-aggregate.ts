import { FOLDS, valueSlot } from './aggregate-bound.ts';
import type { Dice } from './dice.ts';
import { isNumber, operand } from './draw-operand.ts';
import { drawComputed, drawTest } from './draw-expression.ts';
import type { Bound, World } from './draw-scope.ts';
import {
  type AggregateDraft,
  type ConditionDraft,
  type PatternDraft,
  type SlotDraft,
  type TemplateDraft,
} from './program.ts';

/** Values of aggregates have names of their own, which no pattern in an aggregate may use. */
const MARK = '?g';
const isValue = ({ text }: Bound): boolean => text.replace('$', '').startsWith(MARK);

function takes(fold: string, slot: SlotDraft): boolean {
  if (slot.list) return false;
  if (fold === 'sum') return isNumber(slot);
  return fold === 'min' || fold === 'max' ? isNumber(slot) || slot.type === 'TIME' : true;
}

function drawInner(
  dice: Dice,
  world: World,
  slot: SlotDraft,
  bound: readonly Bound[],
): Pick<ConditionDraft, 'expression'> {
  if (slot.list) return { expression: dice.pick(['not_empty()', 'size_at_least(1)', 'is_empty()']) };
  const value = operand(dice, world, slot, bound);
  const orders = isNumber(slot) ? ['at_least', 'at_most', 'less_than', 'greater_than'] : [];
  return { expression: `${dice.pick(['equals', 'equals', 'equals', 'not_equals', ...orders])}(${value})` };
}

/** A pattern with conditions on some slots; `bind`: the slot that is named. */
function drawInnerPattern(
  dice: Dice,
  world: World,
  template: TemplateDraft,
  bound: readonly Bound[],
  names: { readonly alias: string; readonly bind: SlotDraft | null; readonly variable: string },
): PatternDraft {
  const chosen = dice.some(template.slots, dice.int(0, template.slots.length));
  const conditions = chosen.map((slot) => ({ slot: slot.name, ...drawInner(dice, world, slot, bound) }));
  const named = names.bind === null ? [] : [{ slot: names.bind.name, bind: names.variable }];
  const own = names.bind === null ? [] : [{ text: names.variable, slot: names.bind }];
  const test = dice.percent(25) ? drawTest(dice, world, [...own, ...bound]) : null;
  return {
    template: template.name,
    ...(world.relations.includes(template) ? { relation: true as const } : {}),
    alias: names.alias,
    conditions: [...conditions, ...named, ...(test === null ? [] : [{ test }])],
  };
}

/** Subject of one pattern: settled facts, or rows. */
function drawCounted(dice: Dice, { relations, settled }: World): TemplateDraft {
  return relations.length > 0 && dice.percent(30) ? dice.pick(relations) : dice.pick(settled);
}

/** An aggregate over templates that no rule of the same or a later module changes; null: there is none. */
export function drawAggregate(
  dice: Dice,
  world: World,
  bound: readonly Bound[],
  index: string,
): AggregateDraft | null {
  if (world.settled.length === 0) return null;
  const fold = dice.pick(FOLDS);
  const outer = bound.filter((one) => !isValue(one));
  const template = drawCounted(dice, world);
  const slots = template.slots.filter((slot) => takes(fold, slot));
  if (fold !== 'count' && slots.length === 0) return null;
  const of = fold === 'count' ? null : dice.pick(slots);
  const variable = `?w${index}`;
  const first = drawInnerPattern(dice, world, template, outer, {
    alias: `$c${index}`,
    bind: of,
    variable,
  });
  const inner = template.slots.map((slot) => ({ text: `$c${index}.${slot.name}`, slot }));
  const patterns = dice.percent(25)
    ? [
        first,
        drawInnerPattern(dice, world, drawCounted(dice, world), [...outer, ...inner, ...inner], {
          alias: `$d${index}`,
          bind: null,
          variable,
        }),
      ]
    : [first];
  const own = of === null ? [] : [{ text: variable, slot: of }];
  const computed = of !== null && dice.percent(30) ? drawComputed(dice, world, of, own) : null;
  const value = { [fold]: of === null ? patterns : { of: computed ?? variable, from: patterns } };
  const name = `${fold === 'collect' ? '$' : ''}${MARK}${index}`;
  const slot = valueSlot(fold, of);
  const asks = dice.percent(50);
  const expression = asks ? drawAsked(dice, world, slot) : null;
  return {
    ...value,
    ...(expression === null || dice.percent(70) ? { as: name } : {}),
    ...(expression === null ? {} : { expression }),
  } as AggregateDraft;
}

function drawAsked(dice: Dice, world: World, slot: SlotDraft): string {
  if (slot.list) return dice.pick(['not_empty()', 'size_at_least(2)', 'is_empty()', 'size_at_most(1)']);
  if (slot.name === 'count' || slot.name === 'distinct') {
    return `${dice.pick(['at_least', 'at_most', 'equals', 'greater_than'])}(${dice.int(0, 3)})`;
  }
  return `${dice.pick(['at_least', 'at_most'])}(${operand(dice, world, slot, [])})`.replace(
    /^at_(least|most)\((.*)\)$/,
    slot.type === 'TIME' ? 'not_equals($2)' : '$&',
  );
}
