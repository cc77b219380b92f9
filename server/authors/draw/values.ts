import type { Ruleset, Slot } from '../../../compiler/ruleset.ts';
import { timeText } from '../../../runtime/time-text.ts';
import { literalsOf, readSlotConstants } from '../explain/flip/slot-values.ts';

/** Values for a slot: the constants that rules compare it with, what is just beside them, and others. */
export type ValuesOf = (template: string, slot: Slot) => readonly unknown[];

/** Shared by all slots of a type, so that facts can be joined. */
const TEXTS = ['a', 'b'];
const NUMBERS = [0, 1];
const HOUR = 3_600_000;

/** What constants are read from; functions are those that rules and tables call. */
export type Constants = Pick<Ruleset, 'rules'> & Partial<Pick<Ruleset, 'typedFunctions'>>;

/** @param now the clock, in milliseconds: times are drawn around it */
export function readValues(checked: Constants, now: number): ValuesOf {
  const constants = readSlotConstants(checked);
  const loose = looseConstants(checked);
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

/** Of each kind. */
const MOST_LOOSE = 30;

function looseConstants({ rules, typedFunctions = [] }: Constants): Loose {
  const tests = rules.flatMap(({ when }) =>
    when.flatMap((element) => (element.kind === 'test' ? literalsOf(element.expression) : [])),
  );
  const all = [...tests, ...typedFunctions.flatMap(({ body }) => body.flatMap(literalsOf))].map(
    ({ value }) => value,
  );
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

/** Whether rules can tell no other values of a slot apart: it has a closed set of them. */
export function isClosed({ type, list, allowed }: Slot): boolean {
  return !list && (allowed !== null || type === 'BOOLEAN');
}
