import type { Pass } from '../checked.ts';

/** A module with rules that is never focused: its rules are matched and never fire. */
export const checkFocusCoverage: Pass = (checked, report) => {
  const focused = new Set(checked.focusOrder);
  const reported = new Set<string>();
  const used = checked.syntax.ruleGroups.flatMap(({ module, rules, tables }) => [
    ...(rules.length === 0 ? [] : [module]),
    ...tables.map((table) => table.module ?? module),
  ]);
  for (const module of used) {
    if (module === null || !checked.modules.has(module.value)) continue;
    if (focused.has(module.value) || reported.has(module.value)) continue;
    reported.add(module.value);
    report.add('module-never-focused', module.at, { name: module.value });
  }
  return checked;
};
