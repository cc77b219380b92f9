import type { Dice } from './dice.ts';
import { isNumber, operand, type Draw } from './draw-operand.ts';
import type { SlotType } from '../../../compiler/ruleset.ts';
import type { Bound, World } from './draw-scope.ts';
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

/** One row an operator that counts. */
const COUNTED: readonly DrawCounted[] = [
  (dice, world, { name, slots }, bound) => {
    const slot = dice.pick(slots);
    return `count_exceeds(${name}, ${slot.name}, ${operand(dice, world, slot, bound)}, ${dice.int(0, 2)})`;
  },
  (dice, world, { name, slots }, bound) => {
    const slot = dice.pick(slots);
    return `last_n(${name}, ${slot.name}, ${operand(dice, world, slot, bound)}, ${dice.int(0, 3)})`;
  },
  (dice, world, { name, slots }, bound) => {
    const times = slots.filter(isMoment);
    if (times.length === 0) return null;
    const slot = dice.pick(slots);
    const value = operand(dice, world, slot, bound);
    const rest = `${dice.int(0, 2)}, ${dice.pick(SECONDS)}, ${dice.pick(times).name}`;
    return `rate_exceeds(${name}, ${slot.name}, ${value}, ${rest})`;
  },
  (dice, _world, { name, slots }) =>
    `distinct_count(${name}, ${dice.pick(slots).name}, ${dice.pick(slots).name}, ${dice.int(0, 2)})`,
  (dice, world, _template, bound) => {
    const types: readonly SlotType[] = dice.percent(50) ? ['INTEGER', 'FLOAT'] : ['TIME'];
    const steps = dice.times(dice.int(1, 3), () => drawStep(dice, world, bound, types));
    return steps.includes(null) ? null : `sequence_detected([${steps.join(', ')}], ${dice.pick(SECONDS)})`;
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
