import type { Ruleset } from '../ruleset.ts';
import type { AgendaPlan } from './match-plan.ts';

/** The saliences of each module's rules, highest first: one stack of activations each. */
export function planAgendas({ modules, rules }: Pick<Ruleset, 'modules' | 'rules'>): readonly AgendaPlan[] {
  const saliences = new Map<string, Set<number>>(modules.map(({ name }) => [name, new Set()]));
  for (const { module, salience } of rules) {
    const levels = saliences.get(module);
    if (levels === undefined) saliences.set(module, new Set([salience]));
    else levels.add(salience);
  }
  return [...saliences].map(([module, levels]) => ({ module, saliences: [...levels].sort((a, b) => b - a) }));
}
