/** Paths of budgets, and the names of their rules. */
import type { BudgetSyntax } from './budget-syntax.ts';
import type { PathTree } from './short-tree.ts';

/** The rule that fires for what counts. */
export const useRuleName = ({ name }: BudgetSyntax): string => `${name.value}-use`;

/** Members of a path from its root on; null if a step is not a name or a text. */
export function memberNames({ steps, optional }: PathTree): readonly string[] | null {
  if (optional !== null) return null;
  const names: string[] = [];
  for (const step of steps) {
    if (step.kind === 'member') names.push(step.name);
    else if (step.kind === 'index' && step.index.kind === 'literal' && step.index.value.kind === 'text')
      names.push(step.index.value.value);
    else return null;
  }
  return names;
}

/** Members of a path into the document; null for any other path. */
export function documentKeys(path: PathTree): readonly string[] | null {
  return path.root.value === 'input' ? memberNames(path) : null;
}
