import type { SlotData } from '../description.ts';
import type { TemplateOperations } from '../abi.ts';
import { ValidationError } from '../engine/errors.ts';
import { NumberText } from '../values/number-text.ts';
import type { FilterNormalizer } from './filter-normalizers.ts';

/** Slot values that a fact must have. Null or empty: every fact. */
export type FactFilter = Readonly<Record<string, unknown>> | null;

/** A fact as it leaves the engine: slots by name. */
export type FactData = Record<string, SlotData>;

type FilterEntries = readonly (readonly [slot: string, value: unknown])[];

/** The entries of a filter for facts of a template; null when it lets every fact through. */
export function readFilter(
  filter: FactFilter | undefined,
  { filterNormalizers }: TemplateOperations,
): FilterEntries | null {
  const entries = Object.entries(filter ?? {});
  if (entries.length === 0) return null;
  return entries.map(([slot, value]) => {
    const read = filterNormalizers?.get(slot);
    return [slot, read === undefined ? value : normalized(read, slot, value)];
  });
}

/**
 * Lists and times are read as their slot reads them, since one of them is written in many ways. Any other value is
 * compared as it is. What the slot would refuse stays as it is, and so equals nothing.
 */
function normalized(read: FilterNormalizer, slot: string, value: unknown): unknown {
  try {
    return read(slot, value);
  } catch (error) {
    if (error instanceof ValidationError) return value;
    throw error;
  }
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
