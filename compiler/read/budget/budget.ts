import type { BudgetConditionSyntax, BudgetSyntax } from '../../budget-syntax.ts';
import type { ReadContext } from '../context.ts';
import { optional, readMap, readSource, readText, required, type Shape } from '../fields.ts';
import { readNamed } from '../named-entries.ts';
import { readDeclaredName } from '../names.ts';
import { refuseEmpty } from '../short/empty.ts';
import { itemsOf, readExpression } from '../short/left-half.ts';
import { readElements } from '../when.ts';
import type { YamlMap, YamlNode } from '../yaml-node.ts';
import { readBudgetValue, readPer } from './value.ts';
import { readReserve, readWindow } from './window.ts';

export const BUDGET: Shape = {
  owner: 'a budget',
  keys: ['name', 'for', 'if', 'when', 'per', 'amount', 'limit', 'window', 'on_exceed', 'reason', 'reserve'],
  // An unknown key is an error, however lenient: a budget that loses one would limit something else.
  isStrict: true,
};
const FILLED: ReadonlySet<string> = new Set(BUDGET.keys);
export const EXCEEDED = ['deny', 'escalate'] as const;

/** `budgets:` at the top level of a document: a list, or a map by name. */
export function readBudgets(node: YamlNode, context: ReadContext): readonly BudgetSyntax[] {
  return readNamed(node, BUDGET.owner, context, readBudget);
}

function readBudget(node: YamlNode, context: ReadContext): BudgetSyntax | null {
  // Without the value of one key it would limit something else.
  const filled = node.kind === 'map' ? refuseEmpty(node, FILLED, context) : node;
  const map = readMap(filled, BUDGET, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', BUDGET, context), context);
  const template = readText(required(map, 'for', BUDGET, context), context);
  const limit = readBudgetValue(required(map, 'limit', BUDGET, context), 'limit', context);
  const window = readWindow(required(map, 'window', BUDGET, context), context);
  const per = readPer(optional(map, 'per'), context);
  const amount = readBudgetValue(optional(map, 'amount'), 'amount', context);
  const condition = readCondition(map, context);
  const onExceed = readOnExceed(optional(map, 'on_exceed'), context);
  const reason = readSource(optional(map, 'reason'), context);
  const reserve = readReserve(optional(map, 'reserve'), context);
  if (name === null || template === null || limit === null || window === null) return null;
  return {
    name,
    for: template,
    condition,
    per,
    amount,
    limit,
    window,
    onExceed,
    reason,
    reserve,
    at: map.at,
  };
}

function readCondition(map: YamlMap, context: ReadContext): BudgetConditionSyntax | null {
  const short = optional(map, 'if');
  const long = optional(map, 'when');
  const node = short ?? long;
  if (node === null) return null;
  if (short !== null && long !== null)
    context.report.add('conflicting-keys', long.at, { first: 'if', second: 'when' });
  const written = context.source.text.slice(node.at.start, node.at.end).replace(/\s+/g, ' ');
  if (short === null) return { form: 'long', when: readElements(long, context), written };
  return {
    form: 'short',
    if: itemsOf(short).flatMap((item) => readExpression(item, context) ?? []),
    written,
  };
}

function readOnExceed(node: YamlNode | null, context: ReadContext): BudgetSyntax['onExceed'] {
  const word = readText(node, context);
  const known = EXCEEDED.find((each) => each === word?.value);
  if (word !== null && known === undefined)
    context.report.add('budget-word', word.at, {
      key: 'on_exceed',
      text: word.value,
      expected: '`deny` or `escalate`',
    });
  return known ?? 'deny';
}
