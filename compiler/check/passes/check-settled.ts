import type { AggregateSyntax } from '../../tables-syntax.ts';
import type { WhenSyntax } from '../../syntax.ts';
import { MAIN, type Checked, type Pass } from '../checked.ts';
import { changedTemplate } from './check-counted-facts.ts';

function aggregatesIn(element: WhenSyntax): readonly AggregateSyntax[] {
  switch (element.kind) {
    case 'pattern':
      return [];
    case 'aggregate':
      return [element];
    case 'any':
      return element.branches.flat().flatMap(aggregatesIn);
    case 'forall':
      return element.must.flatMap(aggregatesIn);
    case 'not':
    case 'exists':
      return element.elements.flatMap(aggregatesIn);
  }
}

/** The first rule that changes facts of a template when a module has the focus, or later. */
function changes({
  rules,
  focusOrder,
}: Checked): (template: string, module: string) => Checked['rules'][number] | null {
  const changing = rules.flatMap((rule) =>
    rule.then.effects.map((effect) => {
      const template = effect.kind === 'assert' ? effect.template : changedTemplate(rule, effect);
      return { rule, template, place: focusOrder.indexOf(rule.module) };
    }),
  );
  return (template, module) => {
    const place = focusOrder.indexOf(module);
    // Rules of a module that is never in focus do not fire.
    const found = changing.find((one) => one.template === template && place >= 0 && one.place >= place);
    return found?.rule ?? null;
  };
}

/**
 * Counts of a module stay as they were when the module got the focus, so that no result depends on which of its rules
 * fired before.
 */
export const checkSettled: Pass = (checked, report) => {
  const changing = changes(checked);
  for (const group of checked.syntax.ruleGroups) {
    const own = group.module?.value ?? MAIN;
    const all = [
      ...group.rules.map(({ when }) => ({ when, module: own })),
      ...group.tables.map(({ when, module }) => ({ when, module: module?.value ?? own })),
    ];
    for (const { when, module } of all) {
      const patterns = when.flatMap(aggregatesIn).flatMap(({ elements }) => elements);
      for (const pattern of patterns) {
        if (pattern.kind !== 'pattern') continue;
        const template = pattern.template.value;
        const rule = changing(template, module);
        if (rule === null) continue;
        const parameters = { template, module, rule: rule.name, other: rule.module };
        report.add('aggregate-not-settled', pattern.template.at, parameters);
      }
    }
  }
  return checked;
};
