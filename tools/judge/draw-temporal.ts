import type { Dice } from './dice.ts';
import { isNumber, operand, type Draw } from './draw-operand.ts';
import type { SlotType } from '../../compiler/values.ts';
import { ofType, type Bound, type World } from './draw-scope.ts';
import type { SlotDraft, TemplateDraft } from './program.ts';

/** Spans that end among the numbers drawn for slots, seen from the judge's clock (host-functions.ts). */
const SECONDS = ['997', '997.5', '998', '999', '999.9', '1000', '1001', '1e20', '1e300', '0.5'];

const isMoment = (slot: SlotDraft): boolean => isNumber(slot) || (slot.type === 'TIME' && !slot.list);

const singles = ({ slots }: TemplateDraft): readonly SlotDraft[] => slots.filter(({ list }) => !list);

type DrawCounted = (
  dice: Dice,
  world: World,
  template: TemplateDraft,
  bound: readonly Bound[],
) => string | null;

/** `types`: of the slots that hold the times, which are all in one unit. */
function drawStep(
  dice: Dice,
  world: World,
  bound: readonly Bound[],
  types: readonly SlotType[],
): string | null {
  const template = dice.pick(world.counted);
  const times = singles(template).filter(({ type }) => types.includes(type));
  const slots = singles(template);
  if (times.length === 0 || slots.length === 0) return null;
  const slot = dice.pick(slots);
  const value = operand(dice, world, slot, bound);
  return `{template: ${template.name}, slot: ${slot.name}, value: ${value}, slot_ts: ${dice.pick(times).name}}`;
}

/** How many, mostly written out. */
function number(dice: Dice, most: number, bound: readonly Bound[]): string {
  const known = ofType(bound, 'INTEGER');
  return known.length > 0 && dice.percent(30) ? dice.pick(known).text : String(dice.int(0, most));
}

/** A span, mostly written out. */
function span(dice: Dice, bound: readonly Bound[]): string {
  const known = ofType(bound, 'INTEGER', 'FLOAT');
  return known.length > 0 && dice.percent(20) ? dice.pick(known).text : dice.pick(SECONDS);
}

/** One slot, or several in a list. */
function grouped(dice: Dice, slots: readonly SlotDraft[]): readonly SlotDraft[] {
  return dice.percent(30) ? dice.some(slots, dice.int(1, 3)) : [dice.pick(slots)];
}

const listed = (items: readonly string[]): string =>
  items.length === 1 ? (items[0] ?? '') : `[${items.join(', ')}]`;

/** The slots that are counted by, and a value of each. */
function drawValues(dice: Dice, world: World, slots: readonly SlotDraft[], bound: readonly Bound[]): string {
  const chosen = grouped(dice, slots);
  const values = chosen.map((slot) => operand(dice, world, slot, bound));
  return `${listed(chosen.map(({ name }) => name))}, ${listed(values)}`;
}

/** One row per counting operator. */
const COUNTED: readonly DrawCounted[] = [
  (dice, world, { name, slots }, bound) =>
    `count_exceeds(${name}, ${drawValues(dice, world, slots, bound)}, ${number(dice, 2, bound)})`,
  (dice, world, { name, slots }, bound) =>
    `last_n(${name}, ${drawValues(dice, world, slots, bound)}, ${number(dice, 3, bound)})`,
  (dice, world, { name, slots }, bound) => {
    const times = slots.filter(isMoment);
    if (times.length === 0) return null;
    const values = drawValues(dice, world, slots, bound);
    const rest = `${number(dice, 2, bound)}, ${span(dice, bound)}, ${dice.pick(times).name}`;
    return `rate_exceeds(${name}, ${values}, ${rest})`;
  },
  (dice, _world, { name, slots }, bound) => {
    const group = listed(grouped(dice, slots).map((slot) => slot.name));
    return `distinct_count(${name}, ${group}, ${dice.pick(slots).name}, ${number(dice, 2, bound)})`;
  },
  (dice, world, _template, bound) => {
    const types: readonly SlotType[] = dice.percent(50) ? ['INTEGER', 'FLOAT'] : ['TIME'];
    const steps = dice.times(dice.int(1, 3), () => drawStep(dice, world, bound, types));
    return steps.includes(null) ? null : `sequence_detected([${steps.join(', ')}], ${span(dice, bound)})`;
  },
];

/** A temporal condition, on templates whose facts no drawn rule takes away. */
export const drawTemporal: Draw = (dice, world, slot, bound) => {
  if (world.counted.length === 0) return null;
  if (isNumber(slot) && dice.percent(30)) return `changed_within(${dice.pick(SECONDS)})`;
  const counted = dice.pick(world.counted);
  const slots = singles(counted);
  if (slots.length === 0) return null;
  return dice.pick(COUNTED)(dice, world, { ...counted, slots }, bound);
};
