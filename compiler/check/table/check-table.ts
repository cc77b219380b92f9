import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import type { ConditionElement, RowCell, Rule } from '../../untyped.ts';
import type { TableCellSyntax, TableOutputSyntax, TableRowSyntax, TableSyntax } from '../../tables-syntax.ts';
import type { RuleSyntax, ThenSyntax } from '../../syntax.ts';
import type { Checked } from '../checked.ts';
import { checkThen } from '../rule/check-then.ts';
import { checkWhen } from '../rule/check-when.ts';
import { withAggregates } from '../rule/with-aggregates.ts';
import { emptyEnvironment, slotOf, type Environment } from '../scope/environment.ts';
import {
  bindSlot,
  domainOf,
  resolveAlias,
  resolveVariable,
  variablesOf,
} from '../scope/resolve-reference.ts';
import { createRuleContext, type RuleContext } from '../scope/rule-context.ts';
import { intersect, slotDomain } from '../scope/domain.ts';
import { uniqueNames } from '../scope/unique-names.ts';
import type { RowCells } from './analyse-rows.ts';
import { checkCell, type CheckedCell, type InputColumn } from './check-cell.ts';
import { reportRows } from './report-rows.ts';
import { rowCall, rowTest } from './row-function.ts';

export const HITS = ['unique', 'any', 'first', 'collect'] as const;
export type HitPolicy = (typeof HITS)[number];

/**
 * The rules of a table, one per row, followed by the default. Their left sides are the same (texts of one row may bind
 * slots for all), but for a test behind everything: which row the inputs give, or under `collect` the row's own cells.
 */
export function checkTable(
  table: TableSyntax,
  module: string,
  checked: Checked,
  report: Report,
): readonly Rule[] {
  const outputs = table.default === null ? table.rows : [...table.rows, table.default];
  const whole = asRule(table, table.name, mergedThen(outputs, table));
  const context = createRuleContext(whole, module, checked, report);
  const environment = emptyEnvironment();
  const when = checkWhen(table.when, environment, context);
  const columns = table.inputs.map((input, i) =>
    checkInput(input, table.columns?.[i] ?? null, environment, context),
  );
  if (columns.includes(null)) return [];
  const inputs = columns.flatMap((column) => column ?? []);
  const rows = uniqueNames('row', table.rows, report);
  const cellOf = cellReader(inputs, context);
  const cells = rows.map((row): RowCells => row.cells.map((cell, i) => cellOf(cell, i)));
  const hit = hitOf(table, report);
  reportRows({ table, rows, cells, inputs, hit }, report);
  const { nameOf } = checked.internals;
  const row = rowCall(table.name.value, cells, table.at, nameOf);
  const test = (number: number, own: RowCells | null): Expression | null => {
    if (hit === 'collect' && own !== null) return rowTest(own, table.at);
    const { call, integer } = buildAt(table.at);
    return call('eq', row, integer(number));
  };
  const made = rows.map((output, i): Rule => {
    const rule = ruleOf(output, test(i + 1, cells[i] ?? null));
    return checked.tellsCells ? { ...rule, cells: tellCells(output, cells[i] ?? [], inputs) } : rule;
  });
  const all = table.default === null ? made : [...made, ruleOf(table.default, test(0, null))];
  return all.map((rule) => withAggregates(rule, context.aggregates));

  function ruleOf(output: TableOutputSyntax, expression: Expression | null): Rule {
    const { name, salience, then, at } = output;
    const rule = asRule(table, { value: `${table.name.value}/${name.value}`, at: name.at }, then);
    const last: readonly ConditionElement[] = expression === null ? [] : [{ kind: 'test', expression, at }];
    return {
      name: rule.name.value,
      module,
      description: '',
      salience: salience?.value ?? 0,
      // Patterns that texts of later rows bind slots of are the same objects.
      when: [...when, ...last],
      then: checkThen(rule, environment, context),
      ...(table.infix === undefined ? {} : { infix: table.infix }),
      at,
    };
  }
}

/** The cells of a row that ask something. */
function tellCells(
  { cells: written }: TableRowSyntax,
  cells: RowCells,
  inputs: readonly InputColumn[],
): readonly RowCell[] {
  return cells.flatMap((cell, i) => {
    const [own, input] = [written[i], inputs[i]];
    if (cell === null || own === undefined || input === undefined) return [];
    return [{ input: input.text, expression: cell.expression, at: own.at }];
  });
}

function asRule({ when, at }: TableSyntax, name: RuleSyntax['name'], then: ThenSyntax): RuleSyntax {
  return { name, description: '', salience: null, metadata: [], when, then, at };
}

/** All that the rows say, so that no name of it is taken for one that the compiler makes. */
function mergedThen(outputs: readonly TableOutputSyntax[], { at }: TableSyntax): ThenSyntax {
  return {
    action: null,
    reason: [],
    log: null,
    notify: [],
    attestation: false,
    scope: null,
    obligations: outputs.flatMap(({ then }) => then.obligations),
    metadata: [],
    assert: outputs.flatMap(({ then }) => then.assert),
    retract: [],
    modify: [],
    at,
  };
}

function hitOf({ hit }: TableSyntax, report: Report): HitPolicy {
  if (hit === null) return 'unique';
  const found = HITS.find((name) => name === hit.value);
  if (found === undefined) report.add('table-hit', hit.at, { name: hit.value }, closestName(hit.value, HITS));
  return found ?? 'first';
}

/** `null` if it was reported. */
function checkInput(
  input: TableSyntax['inputs'][number],
  shown: string | null,
  environment: Environment,
  context: RuleContext,
): InputColumn | null {
  const pattern =
    input.kind === 'reference' ? resolveAlias(input.alias, input.at, environment, context) : null;
  const bound =
    input.kind === 'variable'
      ? resolveVariable(input.name, input.at, environment, context)
      : pattern && input.kind === 'reference' && bindSlot(pattern, input.slot, input.at, context);
  if (!bound) return null;
  const declared = pattern && input.kind === 'reference' ? slotOf(pattern.template, input.slot) : null;
  const written = input.kind === 'reference' ? `$${input.alias}.${input.slot}` : `?${input.name}`;
  const text = shown ?? written;
  const known = domainOf(bound.name, bound.type, environment, context);
  const slot = declared ?? {
    name: text,
    type: bound.type,
    list: bound.list,
    maxItems: null,
    required: false,
    default: null,
    allowed: known.values,
    at: input.at,
  };
  return {
    text,
    bound,
    slot,
    domain: bound.list ? slotDomain(slot) : intersect(slotDomain(slot), known),
    scope: {
      reference(alias, name, at) {
        const found = resolveAlias(alias, at, environment, context);
        return found && bindSlot(found, name, at, context);
      },
      ...variablesOf(environment, context),
      sibling: () => null,
    },
  };
}

/** A cell that the reader gives to many rows is checked once. */
function cellReader(
  inputs: readonly InputColumn[],
  context: RuleContext,
): (cell: TableCellSyntax, column: number) => CheckedCell | null {
  const known = inputs.map(() => new Map<TableCellSyntax, CheckedCell | null>());
  return (cell, i) => {
    const [column, cells] = [inputs[i], known[i]];
    if (column === undefined || cells === undefined || cell.tests.length === 0) return null;
    const found = cells.get(cell);
    if (found !== undefined) return found;
    const checked = checkCell(cell, column, context);
    cells.set(cell, checked);
    return checked;
  };
}
