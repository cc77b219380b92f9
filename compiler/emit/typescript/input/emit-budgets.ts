import type { BudgetInfo } from '../../../../runtime/budget-info.ts';
import { code, joined, literal, type Code } from '../code/code.ts';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Data of names that the compiler gives and values of the ruleset, all through the literal writer. */
function data(value: Value): Code {
  if (Array.isArray(value)) return code`[${joined(value.map(data), ', ')}]`;
  if (value === null || typeof value !== 'object') return literal(value as string | number | boolean | null);
  const members = Object.entries(value).map(([name, member]) => code`${literal(name)}: ${data(member)}`);
  return code`{ ${joined(members, ', ')} }`;
}

/** `budgets` of the compiled ruleset; nothing for one that has none. */
export function emitBudgets(budgets: readonly BudgetInfo[] | undefined): Code {
  return budgets === undefined ? code`` : code`budgets: ${data(budgets as unknown as Value)},\n`;
}
