import type { BudgetKey, BudgetSource } from '../../../runtime/budget-info.ts';
import { TOKEN_KEY } from '../../../runtime/values/budget-names.ts';
import type { BudgetSyntax } from '../../budget-syntax.ts';
import type { Report } from '../../diagnostics/report.ts';
import { closestName, type Suggestion } from '../../diagnostics/suggest.ts';
import { documentKeys, memberNames } from '../../budget-paths.ts';
import type { Template } from '../../ruleset.ts';
import type { PathTree } from '../../short-tree.ts';
import type { Checked } from '../checked.ts';

/** A budget and what it counts: facts of a template, or with null the document. */
export interface BudgetPlace {
  readonly budget: BudgetSyntax;
  readonly template: Template | null;
  readonly checked: Checked;
  readonly report: Report;
}

/** Last name of a slot, document path without `input.`, or `token`. */
export function keyName(path: PathTree): string {
  const names = memberNames(path) ?? [];
  if (path.root.value === 'input') return names.join('.');
  return names.at(-1) ?? path.root.value;
}

/** Where a value of a use is; null (reported) if the path leads to none. */
export function checkBudgetSource(
  path: PathTree,
  key: 'per' | 'amount' | 'limit',
  place: BudgetPlace,
): Pick<BudgetKey, 'source' | 'sensitive'> | null {
  const { template, budget } = place;
  if (key === 'per' && path.root.value === TOKEN_KEY && path.steps.length === 0 && path.optional === null)
    return { source: { kind: 'token' }, sensitive: false };
  if (template === null) {
    const keys = documentKeys(path);
    if (keys === null || keys.length === 0) return refuse(path, key, place);
    return { source: { kind: 'path', keys }, sensitive: budget.sensitive?.includes(path) === true };
  }
  return checkSlot(path, key, template, place);
}

function checkSlot(
  path: PathTree,
  key: 'per' | 'amount' | 'limit',
  template: Template,
  place: BudgetPlace,
): { readonly source: BudgetSource; readonly sensitive: boolean } | null {
  const names = memberNames(path);
  const isRooted = path.root.value === template.name && names?.length === 1;
  const name = isRooted ? names[0] : names?.length === 0 ? path.root.value : undefined;
  if (name === undefined) return refuse(path, key, place);
  const slot = template.slots.find((each) => each.name === name);
  if (slot === undefined)
    return refuse(
      path,
      key,
      place,
      closestName(
        name,
        template.slots.map((each) => each.name),
      ),
    );
  if (slot.list) {
    place.report.add('budget-list', path.at, { path: `${template.name}.${name}` });
    return null;
  }
  return { source: { kind: 'slot', slot: name }, sensitive: slot.sensitive === true };
}

function refuse(
  path: PathTree,
  key: string,
  { template, report }: BudgetPlace,
  suggestion: Suggestion | null = null,
): null {
  const others = key === 'per' ? ', or `token`' : '';
  const of = template?.name ?? 'input';
  report.add('budget-source', path.at, { key, template: of, others }, suggestion);
  return null;
}
