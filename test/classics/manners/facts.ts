import type { FactInput } from '../../../runtime/facts/read-facts.ts';

const HOBBIES = 5;
const FEWEST = 2;
const MOST = 3;

/** Whole numbers from 0 up to, not including, `below`: the same ones for the same seed (Park and Miller). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/**
 * Guests of alternating sex, each with two or three hobbies of five, and what the search starts from.
 *
 * @param guests an even number
 */
export function mannersFacts(guests: number, seed = 7): readonly FactInput[] {
  const draw = numbers(seed);
  const facts: FactInput[] = [];
  for (let n = 1; n <= guests; n++) {
    const hobbies = new Set<number>();
    const wanted = FEWEST + draw(MOST - FEWEST + 1);
    while (hobbies.size < wanted) hobbies.add(1 + draw(HOBBIES));
    const sex = n % 2 === 0 ? 'f' : 'm';
    for (const hobby of hobbies)
      facts.push({ template: 'guest', data: { name: `guest-${n}`, sex, hobby: `hobby-${hobby}` } });
  }
  return [
    ...facts,
    { template: 'last-seat', data: { seat: guests } },
    { template: 'count', data: { next: 1 } },
    { template: 'context', data: { state: 'start' } },
  ];
}
