import type { Dice } from '../judge/dice.ts';
import {
  ACTIONS,
  drawCell,
  drawCondition,
  drawRow,
  drawRule,
  NUMBERS,
  ORDERS,
  TEAMS,
  type DrawnCondition,
  type DrawnElement,
  type DrawnRuleset,
  type Value,
} from './draw-ruleset.ts';

/** One edit of a ruleset, and its name. `null` if the ruleset has nothing of its kind. */
type Edit = (ruleset: DrawnRuleset, dice: Dice) => string | null;

/** Edits as authors make them: rows, cells, constants, conditions, rules. */
const EDITS: readonly Edit[] = [
  addRelationRow,
  removeRelationRow,
  changeRelationValue,
  changeCell,
  changeCell,
  addTableRow,
  removeTableRow,
  changeConstant,
  changeConstant,
  changeOperator,
  addCondition,
  removeCondition,
  changeAction,
  editRules,
];

/** A copy of a ruleset with one or two edits, and what they are. */
export function editRuleset(
  ruleset: DrawnRuleset,
  dice: Dice,
): { readonly edited: DrawnRuleset; readonly edits: readonly string[] } {
  const edited = structuredClone(ruleset);
  const wanted = dice.percent(80) ? 1 : 2;
  const edits: string[] = [];
  while (edits.length < wanted) {
    const made = dice.pick(EDITS)(edited, dice);
    if (made !== null) edits.push(made);
  }
  return { edited, edits };
}

function addRelationRow({ relations }: DrawnRuleset, dice: Dice): string {
  const relation = dice.pick(relations);
  const row: Value[] =
    relation.columns.length === 1 ? [dice.pick(TEAMS)] : [dice.pick(TEAMS), dice.pick(NUMBERS)];
  relation.rows.splice(dice.int(0, relation.rows.length), 0, row);
  return `row ${JSON.stringify(row)} added to ${relation.name}`;
}

function removeRelationRow({ relations }: DrawnRuleset, dice: Dice): string | null {
  const relation = dice.pick(relations);
  if (relation.rows.length < 2) return null;
  const [row] = relation.rows.splice(dice.int(0, relation.rows.length - 1), 1);
  return `row ${JSON.stringify(row)} removed from ${relation.name}`;
}

function changeRelationValue({ relations }: DrawnRuleset, dice: Dice): string {
  const relation = dice.pick(relations);
  const row = dice.pick(relation.rows);
  const column = dice.int(0, row.length - 1);
  const before = row[column];
  row[column] = column === 0 ? dice.pick(TEAMS) : moved(dice, Number(before));
  return `${relation.name}: ${String(row[column])} instead of ${String(before)}`;
}

function moved(dice: Dice, number: number): number {
  return dice.percent(50) ? number + dice.pick([-2, -1, 1, 2]) : dice.pick(NUMBERS);
}

function changeCell({ tables }: DrawnRuleset, dice: Dice): string | null {
  const [table] = tables;
  if (table === undefined) return null;
  const row = dice.pick(table.rows);
  const column = dice.int(0, 2);
  const before = String(row[column]);
  const number = /-?\d+/.exec(before)?.[0];
  row[column] =
    number !== undefined && dice.percent(70)
      ? before.replace(number, String(moved(dice, Number(number))))
      : drawCell(dice, column);
  return `cell ${String(row[column])} instead of ${before}`;
}

function addTableRow({ tables }: DrawnRuleset, dice: Dice): string | null {
  const [table] = tables;
  if (table === undefined) return null;
  const row = drawRow(dice);
  table.rows.splice(dice.int(0, table.rows.length), 0, row);
  return `row ${JSON.stringify(row)} added to the table`;
}

function removeTableRow({ tables }: DrawnRuleset, dice: Dice): string | null {
  const [table] = tables;
  if (table === undefined || table.rows.length < 2) return null;
  const [row] = table.rows.splice(dice.int(0, table.rows.length - 1), 1);
  return `row ${JSON.stringify(row)} removed from the table`;
}

/** The conditions of all patterns, also of those inside groups. */
function conditionsIn(elements: readonly DrawnElement[]): readonly DrawnCondition[] {
  return elements.flatMap(({ conditions = [], not = [], exists = [], any = [] }) => [
    ...conditions,
    ...conditionsIn([...not, ...exists, ...any]),
  ]);
}

function conditionsOf({ rules }: DrawnRuleset): readonly DrawnCondition[] {
  return rules.flatMap(({ when }) => conditionsIn(when));
}

function changeConstant(ruleset: DrawnRuleset, dice: Dice): string | null {
  const able = conditionsOf(ruleset).filter(({ expression }) => /\((?:\d+|[a-z]+)\)$/.test(expression));
  if (able.length === 0) return null;
  const condition = dice.pick(able);
  const before = condition.expression;
  const number = /\d+/.exec(before)?.[0];
  if (number !== undefined)
    condition.expression = before.replace(number, String(moved(dice, Number(number))));
  else if (condition.slot === 'team' && before.includes('equals'))
    condition.expression = before.replace(/\(.*$/, `(${dice.pick(TEAMS)})`);
  else return null;
  return `${condition.expression} instead of ${before}`;
}

function changeOperator(ruleset: DrawnRuleset, dice: Dice): string | null {
  const able = conditionsOf(ruleset).filter(({ expression }) =>
    ORDERS.some((name) => expression.startsWith(name)),
  );
  if (able.length === 0) return null;
  const condition = dice.pick(able);
  const before = condition.expression;
  condition.expression = before.replace(/^[a-z_]+/, dice.pick(ORDERS));
  return `${condition.expression} instead of ${before}`;
}

function addCondition({ rules }: DrawnRuleset, dice: Dice): string {
  const rule = dice.pick(rules);
  const condition = drawCondition(dice);
  rule.when[0]?.conditions?.push(condition);
  return `${rule.name}: ${condition.slot} ${condition.expression} added`;
}

function removeCondition({ rules }: DrawnRuleset, dice: Dice): string | null {
  const rule = dice.pick(rules);
  const conditions = rule.when[0]?.conditions ?? [];
  if (conditions.length === 0) {
    if (rule.when.length < 2) return null;
    rule.when.splice(dice.int(1, rule.when.length - 1), 1);
    return `${rule.name}: without an element`;
  }
  const [condition] = conditions.splice(dice.int(0, conditions.length - 1), 1);
  return `${rule.name}: without ${condition?.expression ?? ''}`;
}

function changeAction({ rules }: DrawnRuleset, dice: Dice): string {
  const rule = dice.pick(rules);
  const before = rule.then.action;
  rule.then.action = dice.pick(ACTIONS);
  return `${rule.name}: ${rule.then.action} instead of ${before}`;
}

function editRules({ rules }: DrawnRuleset, dice: Dice): string {
  if (rules.length > 1 && dice.percent(50)) {
    const [rule] = rules.splice(dice.int(0, rules.length - 1), 1);
    return `without ${rule?.name ?? ''}`;
  }
  const rule = drawRule(dice, `added-${rules.length}`);
  rules.push(rule);
  return `${rule.name} added`;
}
