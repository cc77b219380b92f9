import { closestName } from '../../diagnostics/suggest.ts';
import type { Module } from '../../ruleset.ts';
import type { Located } from '../../syntax.ts';
import { MAIN, type Pass } from '../checked.ts';
import { uniqueNames } from '../scope/unique-names.ts';

/** Limit of modules per ruleset: an evaluation visits each of them. */
const MOST_MODULES = 1_000;

/** Modules have unique names and rules are in declared ones. MAIN needs no declaration. A ruleset whose rules are in none has no name of a module. */
export const checkModules: Pass = (checked, report) => {
  const modules = new Map<string, Module>();
  const declared = uniqueNames('module', checked.syntax.modules, report);
  const extra = declared[MOST_MODULES];
  if (extra !== undefined)
    report.add('too-many-values', extra.name.at, { limit: MOST_MODULES, what: 'modules' });
  for (const { name, description, priority, at } of declared) {
    modules.set(name.value, { name: name.value, description, priority: priority?.value ?? 0, at });
  }
  for (const { module, ruleset, version, rules, tables } of checked.syntax.ruleGroups) {
    const named = [module, ...tables.map((table) => table.module)].filter((name) => name !== null);
    for (const { value, at } of named) {
      if (value === MAIN || modules.has(value)) continue;
      report.add('unknown-module', at, { name: value }, closestName(value, modules.keys()));
    }
    const isMain = (name: Located<string> | null): boolean => name === null || name.value === MAIN;
    const inMain =
      (rules.length > 0 && isMain(module)) || tables.some((table) => isMain(table.module ?? module));
    if (inMain && module === null) {
      for (const name of [ruleset, version])
        if (name !== null && name.value !== MAIN && modules.has(name.value))
          report.add('module-as-name', name.at, { name: name.value });
    }
    if (inMain && !modules.has(MAIN))
      modules.set(MAIN, { name: MAIN, description: '', priority: 0, at: null });
  }
  return { ...checked, modules };
};
