import type { Slot } from '../../compiler/ruleset.ts';
import { timeText } from '../../runtime/values/time-text.ts';
import type { ComparedSlots } from '../../library/constants/compared-slots.ts';
import { slotConstants } from '../../library/explain/flips/slot-values.ts';

/** Values for a slot: the constants that rules compare it with, what is just beside them, and others. */
export type ValuesOf = (template: string, slot: Slot) => readonly unknown[];

/** Shared by all slots of a type, so that facts can be joined. */
const TEXTS = ['a', 'b'];
const NUMBERS = [0, 1];
const HOUR = 3_600_000;

/** @param now the clock, in milliseconds: times are drawn around it */
export function readValues(compared: ComparedSlots, now: number): ValuesOf {
  const constants = slotConstants(compared);
  const loose = looseConstants(compared);
  const known = new Map<string, readonly unknown[]>();
  return (template, slot) => {
    const key = `${template}.${slot.name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const values = distinct([...constants.valuesOf(template, slot), ...others(slot, now, loose)]);
    known.set(key, values);
    return values;
  };
}

function others({ type, list, allowed }: Slot, now: number, loose: Loose): readonly unknown[] {
  const singles = allowed !== null ? [] : [...othersOf(type, now), ...looseOf(type, loose)];
  return list ? [[], ...singles.map((one) => [one])] : singles;
}

function othersOf(type: Slot['type'], now: number): readonly unknown[] {
  switch (type) {
    case 'STRING':
    case 'SYMBOL':
      return TEXTS;
    case 'INTEGER':
    case 'FLOAT':
      return NUMBERS;
    case 'TIME':
      return [now, now - HOUR, now + HOUR].map(timeText);
    case 'BOOLEAN':
      return [true, false];
  }
}

/** Constants that no slot is compared with directly: those of functions, tables and tests. */
interface Loose {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

/** Maximum of each kind. */
const MOST_LOOSE = 30;

function looseConstants({ loose }: ComparedSlots): Loose {
  const all = loose.map(({ value }) => value);
  const numbers = all.flatMap((value) => (typeof value === 'number' ? [value, value + 1, value - 1] : []));
  const texts = all.flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));
  return {
    numbers: [...new Set(numbers)].slice(0, MOST_LOOSE),
    texts: [...new Set(texts)].slice(0, MOST_LOOSE),
  };
}

function looseOf(type: Slot['type'], { numbers, texts }: Loose): readonly unknown[] {
  if (type === 'INTEGER') return numbers.filter(Number.isSafeInteger);
  if (type === 'FLOAT') return numbers;
  return type === 'STRING' || type === 'SYMBOL' ? texts : [];
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** True if a slot has a closed set of distinguishable values. */
export function isClosed({ type, list, allowed }: Slot): boolean {
  return !list && (allowed !== null || type === 'BOOLEAN');
}
