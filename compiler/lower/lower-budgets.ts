import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import type { BudgetSyntax } from '../budget-syntax.ts';
import type { Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import type { PathTree } from '../short-tree.ts';
import type { WrittenSyntax } from '../short-syntax.ts';
import type { SlotSyntax, TemplateSyntax } from '../syntax.ts';
import { pathNode, type Documents } from './document/documents.ts';
import { valueTemplate } from './document/hidden.ts';
import type { PathNode } from './document/nodes.ts';
import { documentKeys } from '../budget-paths.ts';
import { budgetRules } from './budget-rules.ts';

/** The rules of budgets behind those of the ruleset, and the template of their sums. */
export function withBudgetRules(written: WrittenSyntax, report: Report): WrittenSyntax {
  const { budgets, templates, ruleGroups } = written;
  const [first] = budgets;
  if (first === undefined) return written;
  const { at } = first;
  const rules = budgets.flatMap((budget) => budgetRules(budget, report));
  const group = { module: null, ruleset: null, version: null, rules, tables: [], at };
  return {
    ...written,
    templates: [...templates, sumsTemplate(at)],
    ruleGroups: [...ruleGroups, group],
  };
}

/** Paths of the document that budgets read are read as those of rules are. Returns the budgets with their sensitive paths. */
export function readBudgetPaths(
  budgets: readonly BudgetSyntax[],
  documents: Documents,
  report: Report,
): readonly BudgetSyntax[] {
  return budgets.map((budget) => {
    const { for: of, per, amount, limit } = budget;
    if (of.value !== 'input') return budget;
    const sensitive = per.filter((path) => readPath(path, documents, report)?.declared?.sensitive === true);
    if (limit.kind === 'path') readPath(limit, documents, report);
    const node = amount?.kind === 'path' ? readPath(amount, documents, report) : null;
    const type = node?.declared?.type;
    if (type !== undefined && !NUMBERS.has(type.value.toLowerCase()))
      report.add('budget-amount-type', amount!.at, { type: type.value });
    return sensitive.length === 0 ? budget : { ...budget, sensitive };
  });
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float']);

function readPath(path: PathTree, documents: Documents, report: Report): PathNode | null {
  const index = path.root.value === 'const' ? indexOf(path) : null;
  const keys = documentKeys(index ?? path);
  if (keys === null || keys.length === 0) return null;
  const node = pathNode(documents, null, keys, path.at, report);
  if (node === null) return null;
  const isValue = node.shape.kind === 'single' || node.shape.kind === 'any';
  if (isValue) valueTemplate(documents, node);
  else report.add('budget-path', path.at, { path: node.shown });
  return node;
}

function indexOf({ steps }: PathTree): PathTree | null {
  for (const step of steps) if (step.kind === 'index' && step.index.kind === 'path') return step.index;
  return null;
}

function sumsTemplate(at: Span): TemplateSyntax {
  const slot = (name: string, type: string): SlotSyntax => ({
    name: { value: name, at },
    type: { value: type, at },
    list: false,
    maxItems: null,
    required: true,
    sensitive: false,
    default: null,
    allowed: null,
    at,
  });
  return {
    name: { value: BUDGET_TEMPLATE, at },
    description: 'Sums of a budget for one key.',
    scope: null,
    from: { value: 'host', at },
    atMost: null,
    slots: [
      ...['budget', 'key', 'state', 'approved', 'allowed'].map((name) => slot(name, 'string')),
      ...['used', 'reserved', 'spent', 'requested', 'limit'].map((name) => slot(name, 'integer')),
    ],
    at,
  };
}
