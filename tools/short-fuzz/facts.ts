import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import type { Dice } from '../judge/dice.ts';
import type { FactsDraft } from './expected.ts';

export type { FactsDraft };

export function drawFacts(dice: Dice): FactsDraft {
  const list = () => {
    const drawn = dice.times(dice.int(0, 2), () => ({ k: dice.pick(['a', 'b']), x: dice.int(0, 2) }));
    return [...new Map(drawn.map((fact) => [JSON.stringify(fact), fact])).values()];
  };
  return { a: list(), b: list() };
}

export const inputs = ({ a, b }: FactsDraft): readonly (FactInput & Phase[number])[] => [
  ...a.map((data) => ({ template: 'a', data: data as Phase[number]['data'] })),
  ...b.map((data) => ({ template: 'b', data: data as Phase[number]['data'] })),
];
