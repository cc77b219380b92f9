import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Module } from '../../ruleset.ts';
import type { Syntax } from '../../syntax.ts';
import { MAIN, type Checked, type Pass } from '../checked.ts';

/** Without `focus_order`: priority descending, then declaration (the sort is stable). */
function byPriority(modules: Iterable<Module>): readonly string[] {
  return [...modules]
    .filter(({ name }) => name !== MAIN)
    .sort((a, b) => b.priority - a.priority)
    .map(({ name }) => name);
}

function given(order: Syntax['focusOrders'][number], checked: Checked, report: Report): readonly string[] {
  const names = new Set<string>();
  for (const { value, at } of order.names) {
    if (value !== MAIN && !checked.modules.has(value)) {
      report.add('unknown-module', at, { name: value }, closestName(value, checked.modules.keys()));
    } else if (names.has(value)) {
      report.add('focus-order-repeats', at, { name: value });
    }
    names.add(value);
  }
  return [...names];
}

/** One order for the whole ruleset. MAIN comes last unless it is named. */
export const checkFocusOrder: Pass = (checked, report) => {
  const [first, ...others] = checked.syntax.focusOrders;
  const spelled = (names: NonNullable<typeof first>['names']): string =>
    names.map(({ value }) => value).join(' ');
  for (const other of others) {
    if (first && spelled(other.names) !== spelled(first.names)) {
      report.add('focus-order-conflict', other.at, { file: first.at.file });
    }
  }
  const order = first ? given(first, checked, report) : byPriority(checked.modules.values());
  return { ...checked, focusOrder: order.includes(MAIN) ? order : [...order, MAIN] };
};
