import type { Field } from './untyped.ts';

/** Slots of a pattern whose items stand one by one. */
export function splitSlots(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ slot, each }) => (each === undefined ? [] : [slot])));
}
