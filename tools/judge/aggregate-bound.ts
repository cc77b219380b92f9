import type { Bound, World } from './draw-scope.ts';
import { isAggregate, type PatternDraft, type SlotDraft, type WhenDraft } from './program.ts';

/** Counts and sums are frequent. */
export const FOLDS = ['count', 'count', 'count', 'sum', 'sum', 'min', 'max', 'distinct', 'collect'];

/** Known properties of an aggregate's value. */
export function valueSlot(fold: string, of: SlotDraft | null): SlotDraft {
  const type = of === null || fold === 'distinct' ? 'INTEGER' : of.type;
  return { name: fold, type, list: fold === 'collect', allowed: null, default: null };
}

/** Names of a left side's aggregates. */
export function boundByAggregates(world: World, when: readonly WhenDraft[]): readonly Bound[] {
  return when.filter(isAggregate).flatMap((aggregate): readonly Bound[] => {
    const { as } = aggregate;
    if (as === undefined) return [];
    const fold = FOLDS.find((name) => name in aggregate) ?? 'count';
    const folded = (aggregate as unknown as Record<string, unknown>)[fold];
    if (fold === 'count') return [{ text: as, slot: valueSlot(fold, null) }];
    const { from } = folded as { readonly from: readonly PatternDraft[] };
    const named = from[0]?.conditions.findLast(({ bind }) => bind !== undefined)?.slot;
    const of = [...world.templates, ...world.relations]
      .find(({ name }) => name === from[0]?.template)
      ?.slots.find(({ name }) => name === named);
    return of === undefined ? [] : [{ text: as, slot: valueSlot(fold, of) }];
  });
}
