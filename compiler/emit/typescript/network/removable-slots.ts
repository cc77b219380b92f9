import type { RemovableJoin } from '../../../plan/match-plan.ts';

/** The slots of a new fact that its partners are found by. */
export function slotsOf({ hash }: RemovableJoin): readonly string[] {
  return hash.map(({ slot }) => slot);
}
