import type { Slot } from '../../compiler/ruleset.ts';
import type { Literal } from '../../compiler/values.ts';
import { EARLIEST_TIME, LATEST_TIME, timeText } from '../../runtime/values/time-text.ts';
import { isClosed, type ValuesOf } from '../draw/values.ts';
import type { ComparedSlot } from '../../library/constants/compared-slots.ts';

/** Up to here a double distinguishes neighbouring whole numbers. */
const MOST_NUMBER = 2 ** 52;

/**
 * A value for every class of slot values that rules can distinguish, as a request sends it; undefined means omitting the
 * slot. `null` if the classes are unknown.
 *
 * @param use null: no rule reads the slot
 */
export function classesOf(
  template: string,
  slot: Slot,
  use: ComparedSlot | null,
  valuesOf: ValuesOf,
): readonly unknown[] | null {
  if (use === null) return [slot.required ? valuesOf(template, slot)[0] : undefined];
  if (isClosed(slot)) {
    const values = valuesOf(template, slot);
    return values.length === 0 ? null : values;
  }
  if (use.isOpen || slot.list) return null;
  switch (slot.type) {
    case 'STRING':
    case 'SYMBOL':
      return textClasses(slot.type, use.constants);
    case 'INTEGER':
    case 'FLOAT':
      return numberClasses(slot.type, use.constants);
    case 'TIME':
      return timeClasses(use.constants);
    case 'BOOLEAN':
      return null;
  }
}

/** Every constant, and one text for all others. */
function textClasses(type: Slot['type'], constants: readonly Literal[]): readonly string[] {
  const same = new Set(constants.flatMap((one) => (one.type === type ? [String(one.value)] : [])));
  let other = 'another';
  for (let i = 2; same.has(other); i++) other = `another-${i}`;
  return [...same, other];
}

function timeClasses(constants: readonly Literal[]): readonly string[] | null {
  const isTime = (time: number): boolean => time >= EARLIEST_TIME && time <= LATEST_TIME;
  return numberClasses('INTEGER', constants)?.filter(isTime).map(timeText) ?? null;
}

/** Every constant, one number between two of them, and one beyond either end. */
function numberClasses(type: 'INTEGER' | 'FLOAT', constants: readonly Literal[]): readonly number[] | null {
  const found = new Set<number>();
  for (const { value } of constants) {
    if (typeof value === 'bigint') return null;
    if (typeof value !== 'number') continue;
    if (Math.abs(value) > MOST_NUMBER) return null;
    found.add(value);
  }
  const bounds = [...found].toSorted((a, b) => a - b);
  const [first, last] = [bounds[0], bounds.at(-1)];
  if (first === undefined || last === undefined) return [0];
  const between = bounds.flatMap((low, i) => {
    const high = bounds[i + 1];
    return high === undefined ? [low] : [low, type === 'INTEGER' ? Math.floor(low) + 1 : (low + high) / 2];
  });
  const classes = [Math.ceil(first) - 1, ...between, Math.floor(last) + 1];
  if (type === 'INTEGER') return [...new Set(classes.filter(Number.isInteger))];
  // Zero has a sign in FLOAT, which `eq` sees.
  return [...new Set(classes), ...(found.has(0) ? [-0] : [])];
}
