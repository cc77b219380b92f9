/** Draws conditions on time slots and on the clock, which is fixed at 1970-01-01T00:16:40Z, a Thursday. */
import type { Dice } from './dice.ts';
import { operand, type Draw } from './draw-operand.ts';
import type { Bound, World } from './draw-scope.ts';
import type { SlotDraft } from './program.ts';

/** Zones whose distance from UTC the host's stand-in in CLIPS knows (host-functions.ts). */
const ZONES = ['UTC', '"Etc/GMT-2"'];
const HOURS = ['00:00', '"00:15"', '00:16', '00:17', '02:16', '"02:17"', '23:59'];
const DAYS = ['wed', 'thu', '"fri"', 'sat'];
const DURATIONS = ['1s', '99s', '100s', '101s', '16m', '17m', '1h', '1d', '36500d'];

const isTime = (slot: SlotDraft): boolean => slot.type === 'TIME' && !slot.list;

function timeOfDayBetween(dice: Dice): string {
  const [start, end] = dice.some(HOURS, 2);
  return `time_of_day_between(${start}, ${end ?? '"12:00"'}, ${dice.pick(ZONES)})`;
}

function weekdayIn(dice: Dice): string {
  return `weekday_in([${dice.some(DAYS, dice.int(1, 2)).join(', ')}], ${dice.pick(ZONES)})`;
}

const ordered =
  (operator: string): Draw =>
  (dice, world, slot, bound) =>
    `${operator}(${dice.percent(30) ? 'now' : operand(dice, world, slot, bound)})`;

const onTime =
  (draw: Draw): Draw =>
  (dice, world, slot, bound) =>
    isTime(slot) ? draw(dice, world, slot, bound) : null;

/** One row a form of condition. */
const FORMS: readonly Draw[] = [
  ordered('before'),
  ordered('after'),
  ordered('before'),
  ordered('after'),
  (dice) => `within_last(${dice.pick(DURATIONS)})`,
  (dice) => `older_than(${dice.pick(DURATIONS)})`,
  (dice) => `changed_within(${dice.pick(['100', '100.5', '99', '16m', '1e300'])})`,
  timeOfDayBetween,
  weekdayIn,
];

export const TIME_FORMS: readonly Draw[] = FORMS.map(onTime);

/** A condition on the clock. */
export function drawNow(dice: Dice, world: World, bound: readonly Bound[]): string {
  const slot: SlotDraft = { name: 'now', type: 'TIME', allowed: null, default: null };
  switch (dice.int(1, 4)) {
    case 1:
      return timeOfDayBetween(dice);
    case 2:
      return weekdayIn(dice);
    default:
      return `${dice.pick(['before', 'after'])}(${operand(dice, world, slot, bound)})`;
  }
}
