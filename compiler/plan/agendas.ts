import type { Ruleset } from '../ruleset.ts';
import type { AgendaPlan } from './match-plan.ts';

/** The saliences of each module's rules, highest first: one stack of activations each; and when it gets the focus. */
export function planAgendas({
  modules,
  rules,
  focusOrder,
}: Pick<Ruleset, 'modules' | 'rules' | 'focusOrder'>): readonly AgendaPlan[] {
  const saliences = new Map<string, Set<number>>(modules.map(({ name }) => [name, new Set()]));
  for (const { module, salience } of rules) {
    const levels = saliences.get(module);
    if (levels === undefined) saliences.set(module, new Set([salience]));
    else levels.add(salience);
  }
  const focused = focusOrder.filter((module) => (saliences.get(module)?.size ?? 0) > 0);
  return [...saliences].map(([module, levels]) => {
    const place = focused.indexOf(module);
    return { module, saliences: [...levels].sort((a, b) => b - a), place: place === -1 ? null : place };
  });
}
