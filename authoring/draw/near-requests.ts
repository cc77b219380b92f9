import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { applyChanges } from '../../library/explain/flips/find-flips.ts';
import type { FactChange } from '../../library/explain/explanation.ts';
import { proposeChanges } from '../../library/explain/flips/propose.ts';
import type { Drawable } from '../../library/constants/drawable.ts';

/**
 * The facts of requests one change away from a request, up to a limit, spread over all kinds of changes.
 *
 * @param kinds the kinds of changes, in this order; none: all
 */
export function nearRequests(
  drawable: Drawable,
  facts: readonly FactInput[],
  most: number,
  kinds: readonly FactChange['kind'][] = [],
): readonly (readonly FactInput[])[] {
  const numbered = facts.map(({ template, data }, i) => ({
    id: i + 1,
    template,
    data,
    derived_by: null,
    retracted_by: null,
  }));
  const proposed = proposeChanges(drawable, numbered, { not_fired: [] });
  const changes =
    kinds.length === 0 ? proposed : kinds.flatMap((kind) => proposed.filter((one) => one.kind === kind));
  // Spread over all kinds of changes: the first ones are all of the first facts.
  const step = Math.max(1, changes.length / Math.max(1, most));
  return Array.from(
    { length: Math.min(most, changes.length) },
    (_, i) => changes[Math.floor(i * step)],
  ).flatMap((change) => (change === undefined ? [] : [applyChanges(numbered, [change])]));
}
