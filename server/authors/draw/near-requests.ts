import type { Ruleset } from '../../../compiler/ruleset.ts';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { applyChanges } from '../explain/flip/find-flips.ts';
import { proposeChanges } from '../explain/flip/propose.ts';

/** The facts of requests that are one change away from a request, so many at most, spread over all kinds of changes. */
export function nearRequests(
  checked: Pick<Ruleset, 'templates' | 'rules'>,
  facts: readonly FactInput[],
  most: number,
): readonly (readonly FactInput[])[] {
  const numbered = facts.map(({ template, data }, i) => ({
    id: i + 1,
    template,
    data,
    derived_by: null,
    retracted_by: null,
  }));
  const changes = proposeChanges({ checked }, numbered, { not_fired: [] });
  // Spread over all kinds of changes: the first ones are all of the first facts.
  const step = Math.max(1, changes.length / Math.max(1, most));
  return Array.from(
    { length: Math.min(most, changes.length) },
    (_, i) => changes[Math.floor(i * step)],
  ).flatMap((change) => (change === undefined ? [] : [applyChanges(numbered, [change])]));
}
