/**
 * Filter tests on slots whose values have several spellings: such a value is read as the slot reads it. The results
 * throw ValidationError for what the slot would refuse.
 */
import type { SlotData, SlotTypeName } from '../description.ts';
import { listData } from './list-data.ts';
import { readList } from './read-list.ts';
import { timeText } from '../values/time-text.ts';
import { readTime } from './validation.ts';

export type FilterNormalizer = (slot: string, value: unknown) => SlotData;

export const timeNormalizer: FilterNormalizer = (slot, value) => timeText(readTime(slot, value));

export function listNormalizer(type: SlotTypeName): FilterNormalizer {
  return (slot, value) => listData(readList(slot, value, type, null, null), type);
}
