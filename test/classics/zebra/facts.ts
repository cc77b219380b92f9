import type { FactInput } from '../../../runtime/facts/read-facts.ts';

const HOUSES = [1, 2, 3, 4, 5] as const;

const VALUES = {
  colour: ['red', 'green', 'ivory', 'yellow', 'blue'],
  nation: ['english', 'spanish', 'ukrainian', 'norwegian', 'japanese'],
  pet: ['dog', 'snails', 'fox', 'horse', 'zebra'],
  drink: ['coffee', 'tea', 'milk', 'juice', 'water'],
  smoke: ['kools', 'chesterfield', 'old-gold', 'lucky-strike', 'parliaments'],
} as const;

/** Everything in every house. */
export function zebraFacts(): readonly FactInput[] {
  return Object.entries(VALUES).flatMap(([attribute, values]) =>
    values.flatMap((value) =>
      HOUSES.map((house) => ({ template: 'choice', data: { attribute, value, house } })),
    ),
  );
}
