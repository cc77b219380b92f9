import { variablesOf } from '../../compiler/language/expression/variables.ts';
import type { Rule, Ruleset } from '../../compiler/ruleset.ts';
import { placeOf, textAt } from './condition-text.ts';
import type { FailedCell, StuckRow } from './explanation.ts';
import type { Partial } from './match-elements.ts';
import { ask, type World } from './try-pattern.ts';
import { otherOf, type FactIds } from './write-values.ts';

/** The table of a row's rule, as `module::table`; null for other rules, or if the ruleset does not report cells. */
function tableOf({ rules }: Pick<Ruleset, 'rules'>, rule: Rule): string | null {
  const end = rule.name.indexOf('/');
  if (end < 0) return null;
  const table = rule.name.slice(0, end + 1);
  const isOfTable = rules.some(
    ({ name, module, cells }) => cells !== undefined && module === rule.module && name.startsWith(table),
  );
  return isOfTable ? `${rule.module}::${table.slice(0, -1)}` : null;
}

/** Failed cells of a row for a match of its table's patterns, or the earlier row that matched. `null` if it is not a row. */
export function describeRow(world: World, ids: FactIds, rule: Rule, from: Partial): StuckRow | null {
  const { checked } = world.explainable;
  const table = tableOf(checked, rule);
  if (table === null) return null;
  const failed = failedCells(world, ids, rule, from);
  if (failed.length > 0) return { table, failed, earlier: null };
  const rows = checked.rules.filter((one) => tableOf(checked, one) === table);
  const earlier = rows
    .slice(0, rows.indexOf(rule))
    .find((one) => failedCells(world, ids, one, from).length === 0);
  return { table, failed, earlier: earlier === undefined ? null : `${earlier.module}::${earlier.name}` };
}

function failedCells(world: World, ids: FactIds, { cells = [] }: Rule, from: Partial): readonly FailedCell[] {
  return cells.flatMap(({ input, expression, at }): readonly FailedCell[] => {
    const answer = ask(world, expression, from.bindings);
    if (answer === true) return [];
    const values = [...variablesOf(expression)].flatMap((name) => otherOf(ids, name, from) ?? []);
    const actual = values[0]?.value ?? null;
    const place = placeOf(world.explainable, at);
    return [
      {
        input,
        expected: textAt(world.explainable, at),
        actual,
        place,
        error: answer === false ? null : answer,
      },
    ];
  });
}
