import type { Pass } from '../checked.ts';

/** A module with rules that is never focused: its rules are matched and never fire. */
export const checkFocusCoverage: Pass = (checked, report) => {
  const focused = new Set(checked.focusOrder);
  const reported = new Set<string>();
  for (const { module, rules } of checked.syntax.ruleGroups) {
    if (module === null || rules.length === 0 || !checked.modules.has(module.value)) continue;
    if (focused.has(module.value) || reported.has(module.value)) continue;
    reported.add(module.value);
    report.add('module-never-focused', module.at, { name: module.value });
  }
  return checked;
};
