import { drawSequence } from './draw-sequence.ts';
import { rulesetFile } from './ruleset-file.ts';
import type { Case, GivenFact, Request } from './workload.ts';

const GUESTS = 32;
const HOBBIES = 5;

/** Half of the guests of each sex, with two or three of the five hobbies. */
function party(guests: number): Request {
  const draw = drawSequence(guests);
  const facts = Array.from({ length: guests }, (_, n) => {
    const first = draw(HOBBIES);
    const hobbies = Array.from({ length: 2 + draw(2) }, (_value, i) => (first + i * (1 + (n % 2))) % HOBBIES);
    return [...new Set(hobbies)].map((hobby): GivenFact => ({
      template: 'guest',
      data: { name: `guest-${n}`, sex: n % 2 === 0 ? 'm' : 'f', hobby: `hobby-${hobby}` },
    }));
  }).flat();
  return [
    ...facts,
    { template: 'last_seat', data: { seat: guests } },
    { template: 'counter', data: { next: 1 } },
    { template: 'stage', data: { name: 'start' } },
  ];
}

export function mannersCase(): Case {
  return {
    label: `Miss Manners, ${GUESTS} guests`,
    sources: [rulesetFile('manners')],
    session: [],
    requests: [party(GUESTS)],
    systems: ['ferrule', 'clips'],
  };
}
