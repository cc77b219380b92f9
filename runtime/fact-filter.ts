import type { SlotData } from './contract.ts';
import { NumberText } from './number-text.ts';

/** Slot values that a fact must have. Null or empty: every fact. */
export type FactFilter = Readonly<Record<string, unknown>> | null;

/** A fact as it leaves the engine: slots by name. */
export type FactData = Record<string, SlotData>;

type FilterEntries = readonly (readonly [slot: string, value: unknown])[];

/** The entries of a filter; null when it lets every fact through. */
export function readFilter(filter: FactFilter | undefined): FilterEntries | null {
  const entries = Object.entries(filter ?? {});
  return entries.length === 0 ? null : entries;
}

/** Plain equality in every slot that the filter names; a slot that the fact does not have equals nothing. */
export function passes(data: FactData, filter: FilterEntries): boolean {
  for (const [slot, value] of filter) {
    if (!Object.hasOwn(data, slot) || !equal(data[slot]!, value)) return false;
  }
  return true;
}

/** Equal values: lists item by item, numbers by value, whichever JavaScript type holds them. */
function equal(value: SlotData, wanted: unknown): boolean {
  if (typeof value === 'object') {
    return (
      Array.isArray(wanted) &&
      wanted.length === value.length &&
      value.every((item, i) => equal(item, wanted[i]))
    );
  }
  if (wanted instanceof NumberText) return equal(value, wanted.value);
  if (value === wanted) return true;
  if (typeof value === 'bigint') return Number.isInteger(wanted) && BigInt(wanted as number) === value;
  return typeof wanted === 'bigint' && Number.isInteger(value) && BigInt(value) === wanted;
}
