import type { Ruleset } from '../ruleset.ts';
import { analyse } from './analyse.ts';
import { attachTests } from './attach-tests.ts';
import { addDisjunct, createBuilder } from './build.ts';
import { disjunctsOf } from './disjuncts.ts';
import type { Network } from './network.ts';

/** The order phase: the network of a checked ruleset, in CLIPS' order. Never fails. */
export function planNetwork(ruleset: Ruleset): Network {
  const builder = createBuilder();
  for (const rule of [...ruleset.stages, ...ruleset.rules]) {
    disjunctsOf(rule.when).forEach((elements, disjunct) => {
      const { elements: placed, variables } = analyse(elements);
      addDisjunct(builder, rule, disjunct, attachTests(placed), variables);
    });
  }
  const { roots, joins, rightPrimes, leftPrimes } = builder;
  return { roots, joins, rightPrimes, leftPrimes };
}
