import type { Difference, Refused } from '../compare/difference.ts';
import type { FactPlace } from '../../library/suite/fact-list.ts';
import type { Path, Suite, TestCase } from '../../library/suite/suite.ts';

/** Adds to each difference that comes from a refused fact where the suite has the fact or the slot. */
export function placeRefused(
  differences: readonly Difference[],
  { placeOfFact }: TestCase,
  { file, placeOf }: Suite,
): readonly Difference[] {
  return differences.map(({ refused, ...difference }) => {
    const place = refused === undefined ? null : placeOfFact(refused.fact);
    if (refused === undefined || place === null) return difference;
    const { line, column } = placeOf(partOf(refused, place));
    return { ...difference, why: [...(difference.why ?? []), `at ${file}:${line}:${column}`] };
  });
}

/** The part of a fact that is wrong; a slot that is missing has none. */
function partOf({ fact, slot }: Refused, place: FactPlace): Path {
  if (slot === null) return place.template;
  return Object.hasOwn(fact.data, slot) ? [...place.data, slot] : place.fact;
}
