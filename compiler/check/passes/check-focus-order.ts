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

/** Two modules that an order names the other way round; null: it agrees with what is merged already. */
function disagreement(merged: readonly string[], order: readonly string[]): readonly [string, string] | null {
  let last = -1;
  for (const name of order) {
    const place = merged.indexOf(name);
    if (place === -1) continue;
    if (place < last) return [merged[last] ?? '', name];
    last = place;
  }
  return null;
}

/** Merges both orders: a name that only the later one has goes right before its successor there, or to the end. */
function merge(merged: readonly string[], order: readonly string[]): readonly string[] {
  const result: string[] = [];
  let taken = 0;
  let pending: string[] = [];
  for (const name of order) {
    const place = merged.indexOf(name);
    if (place === -1) {
      pending.push(name);
      continue;
    }
    result.push(...merged.slice(taken, place), ...pending, name);
    pending = [];
    taken = place + 1;
  }
  return [...result, ...merged.slice(taken), ...pending];
}

/** One order for the whole ruleset, merged of all that agree. MAIN comes last unless it is named. */
export const checkFocusOrder: Pass = (checked, report) => {
  const [first, ...others] = checked.syntax.focusOrders;
  let order = first ? given(first, checked, report) : byPriority(checked.modules.values());
  for (const other of others) {
    const names = given(other, checked, report);
    const unlike = disagreement(order, names);
    if (unlike === null) {
      order = merge(order, names);
      continue;
    }
    const [before, after] = unlike;
    const file = first?.at.file ?? '';
    report.add('focus-order-conflict', other.at, { first: before, second: after, file });
  }
  return { ...checked, focusOrder: order.includes(MAIN) ? order : [...order, MAIN] };
};
