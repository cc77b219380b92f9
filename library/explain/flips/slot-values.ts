import type { Slot } from '../../../compiler/ruleset.ts';
import type { Literal } from '../../../compiler/values.ts';
import { EARLIEST_TIME, LATEST_TIME, timeText } from '../../../runtime/values/time-text.ts';
import type { ComparedSlots } from '../../constants/compared-slots.ts';

/** Values for slots, and what they are compared with. */
export interface SlotConstants {
  /** Values that could matter to a slot, as a request would give them. */
  readonly valuesOf: (template: string, slot: Slot) => readonly unknown[];
  /** Values that patterns of rules ask a slot for, as they hold them. */
  readonly writtenIn: (template: string, slot: string) => readonly unknown[];
  /** Slots that some rule compares a slot with, as `template.slot`. */
  readonly joinedWith: (template: string, slot: string) => ReadonlySet<string>;
}

const ANOTHER_TEXT = 'another';
const NONE: ReadonlySet<string> = new Set();

/** The constants of rules as values of slots, with what is just beside them. */
export function slotConstants({ slots }: ComparedSlots): SlotConstants {
  return {
    valuesOf: (template, slot) => candidates(slot, slots.get(`${template}.${slot.name}`)?.constants ?? []),
    writtenIn: (template, slot) =>
      (slots.get(`${template}.${slot}`)?.constants ?? []).map(({ value }) => value),
    joinedWith: (template, slot) => slots.get(`${template}.${slot}`)?.joined ?? NONE,
  };
}

function candidates({ type, list, allowed }: Slot, literals: readonly Literal[]): readonly unknown[] {
  const items = singles(type, allowed, literals);
  return list ? [[], ...items.map((item) => [item])] : items;
}

/** Times that are constants, which conditions hold in milliseconds, and those just beside them. */
function times(literals: readonly Literal[]): readonly string[] {
  const found = literals.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const near = found.flatMap((time) => [time, time + 1, time - 1]);
  return [...new Set(near)].filter((time) => time >= EARLIEST_TIME && time <= LATEST_TIME).map(timeText);
}

/** Tests hold truth values, which are not texts. */
const isTruthValue = (type: Slot['type'], value: string): boolean =>
  type === 'STRING' && (value === 'TRUE' || value === 'FALSE');

const numberTexts = (literals: readonly Literal[]): readonly string[] =>
  literals.flatMap(({ value }) =>
    typeof value === 'number' && Number.isFinite(value)
      ? [value, value + 1, value - 1].map(String).filter((text) => !text.includes('e'))
      : [],
  );

function singles(
  type: Slot['type'],
  allowed: readonly string[] | null,
  literals: readonly Literal[],
): readonly unknown[] {
  const isNumber = type === 'INTEGER' || type === 'FLOAT';
  if (type === 'BOOLEAN') return [true, false];
  if (allowed !== null) return isNumber ? allowed.map(Number) : allowed;
  if (type === 'TIME') return times(literals);
  const values = new Set<unknown>();
  for (const { value } of literals) {
    if (isNumber && typeof value === 'number' && (type === 'FLOAT' || Number.isInteger(value)))
      for (const near of [value, value + 1, value - 1]) values.add(near);
    if (!isNumber && typeof value === 'string' && !isTruthValue(type, value)) values.add(value);
  }
  // Texts that are read as numbers.
  if (type === 'STRING' && values.size === 0) for (const text of numberTexts(literals)) values.add(text);
  if (isNumber && values.size === 0) values.add(0);
  if (!isNumber) values.add(ANOTHER_TEXT);
  return [...values];
}
