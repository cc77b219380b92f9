import type { Ruleset, Slot } from '../../../compiler/ruleset.ts';
import { timeText } from '../../../runtime/time-text.ts';
import { readSlotConstants } from '../explain/flip/slot-values.ts';

/** Values for a slot: the constants that rules compare it with, what is just beside them, and others. */
export type ValuesOf = (template: string, slot: Slot) => readonly unknown[];

/** Shared by all slots of a type, so that facts can be joined. */
const TEXTS = ['a', 'b'];
const NUMBERS = [0, 1];
const HOUR = 3_600_000;

/** @param now the clock, in milliseconds: times are drawn around it */
export function readValues(checked: Pick<Ruleset, 'rules'>, now: number): ValuesOf {
  const constants = readSlotConstants(checked);
  const known = new Map<string, readonly unknown[]>();
  return (template, slot) => {
    const key = `${template}.${slot.name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const values = distinct([...constants.valuesOf(template, slot), ...others(slot, now)]);
    known.set(key, values);
    return values;
  };
}

function others({ type, list, allowed }: Slot, now: number): readonly unknown[] {
  const singles = allowed !== null ? [] : othersOf(type, now);
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

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Whether rules can tell no other values of a slot apart: it has a closed set of them. */
export function isClosed({ type, list, allowed }: Slot): boolean {
  return !list && (allowed !== null || type === 'BOOLEAN');
}
