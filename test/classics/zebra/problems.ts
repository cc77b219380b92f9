import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ofTemplate } from '../of-template.ts';

const SAME_HOUSE = [
  ['english', 'red'],
  ['spanish', 'dog'],
  ['coffee', 'green'],
  ['ukrainian', 'tea'],
  ['old-gold', 'snails'],
  ['kools', 'yellow'],
  ['lucky-strike', 'juice'],
  ['japanese', 'parliaments'],
] as const;

const NEIGHBOURS = [
  ['chesterfield', 'fox'],
  ['kools', 'horse'],
  ['norwegian', 'blue'],
] as const;

/** The clues that the answer breaks, and what else is wrong with it; nothing when the puzzle is solved. */
export function zebraProblems(given: readonly FactInput[], left: readonly FactInput[]): readonly string[] {
  const answer = ofTemplate(left, 'lives');
  const house = (value: string) => Number(answer.find((lives) => lives['value'] === value)?.['house']);
  const problems: string[] = [];
  for (const [a, b] of SAME_HOUSE)
    if (house(a) !== house(b)) problems.push(`${a} and ${b} are in two houses`);
  for (const [a, b] of NEIGHBOURS)
    if (Math.abs(house(a) - house(b)) !== 1) problems.push(`${a} and ${b} are no neighbours`);
  if (house('green') !== house('ivory') + 1) problems.push('green is not to the right of ivory');
  if (house('milk') !== 3) problems.push('milk is not drunk in the middle');
  if (house('norwegian') !== 1) problems.push('the Norwegian does not live in the first house');
  const texts = (facts: readonly FactInput['data'][]) =>
    facts.map(({ attribute, value, house: number }) => `${attribute} ${value} ${number}`).sort();
  const places = new Set(answer.map((lives) => `${lives['attribute']} ${lives['house']}`));
  if (places.size !== 25) problems.push(`${places.size} of 25 places are taken`);
  const open = new Set(texts(ofTemplate(left, 'choice')));
  if (open.size !== 25 || texts(answer).some((text) => !open.has(text)))
    problems.push('the choices left are not those of the answer');
  if (ofTemplate(given, 'choice').length !== 125) problems.push('not every choice was given');
  return problems;
}
