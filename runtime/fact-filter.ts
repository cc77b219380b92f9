import { NumberText } from './number-text.ts';

/** Slot values that a fact must have. Null or empty: every fact. */
export type FactFilter = Readonly<Record<string, unknown>> | null;

/** A fact as it leaves the engine: slots by name, SYMBOL and STRING as strings, INTEGER as number or bigint. */
export type FactData = Record<string, string | number | bigint>;

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

/** Equal values; of numbers by value, whichever JavaScript type holds them. */
function equal(value: string | number | bigint, wanted: unknown): boolean {
  if (wanted instanceof NumberText) return equal(value, wanted.value);
  if (value === wanted) return true;
  if (typeof value === 'bigint') return Number.isInteger(wanted) && BigInt(wanted as number) === value;
  return typeof wanted === 'bigint' && Number.isInteger(value) && BigInt(value) === wanted;
}
