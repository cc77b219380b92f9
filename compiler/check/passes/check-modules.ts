import { closestName } from '../../diagnostics/suggest.ts';
import type { Module } from '../../ruleset.ts';
import { MAIN, type Pass } from '../checked.ts';
import { uniqueNames } from '../scope/unique-names.ts';

/** Modules have unique names and rules are in declared ones. MAIN needs no declaration. */
export const checkModules: Pass = (checked, report) => {
  const modules = new Map<string, Module>();
  for (const { name, description, priority, at } of uniqueNames('module', checked.syntax.modules, report)) {
    modules.set(name.value, { name: name.value, description, priority: priority?.value ?? 0, at });
  }
  for (const { module, rules } of checked.syntax.ruleGroups) {
    if (module && module.value !== MAIN && !modules.has(module.value)) {
      const suggestion = closestName(module.value, modules.keys());
      report.add('unknown-module', module.at, { name: module.value }, suggestion);
    }
    const inMain = rules.length > 0 && (module === null || module.value === MAIN);
    if (inMain && !modules.has(MAIN))
      modules.set(MAIN, { name: MAIN, description: '', priority: 0, at: null });
  }
  return { ...checked, modules };
};
