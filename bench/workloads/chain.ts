import { rulesetFile } from './ruleset-file.ts';
import type { GivenFact, Request, Workload } from './workload.ts';

const STEPS = 200;

const node = (n: number): string => `node-${n}`;

function session(): readonly GivenFact[] {
  const links = Array.from({ length: STEPS }, (_, n): GivenFact => ({
    template: 'link',
    data: { from: node(n), to: node(n + 1) },
  }));
  return [...links, { template: 'gateway', data: { at: node(STEPS) } }];
}

/** From the first node through all links. */
const REQUEST: Request = [{ template: 'start', data: { at: node(0) } }];

export const chain: Workload = {
  id: 'W4',
  title: `chain: ${STEPS} derived facts`,
  cases: () => [
    {
      label: '',
      sources: [rulesetFile('chain')],
      session: session(),
      requests: [REQUEST],
      systems: ['ferrule', 'clips', 'javascript'],
    },
  ],
};
