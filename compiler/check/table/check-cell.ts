import type { Expression } from '../../language/expression/expression.ts';
import { buildAt, operandExpression } from '../../language/operators/build-expression.ts';
import type { Slot } from '../../ruleset.ts';
import type { TableCellSyntax } from '../../tables-syntax.ts';
import { checkCondition, type ConditionScope, type FieldTest } from '../rule/check-condition.ts';
import { isEmpty, restrict, type Domain } from '../scope/domain.ts';
import type { Bound } from '../scope/environment.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** A column of a table: what its cells are tests of. */
export interface InputColumn {
  /** As it is written. */
  readonly text: string;
  readonly bound: Bound;
  /** A slot as operators see it; of a variable, one of its type. */
  readonly slot: Slot;
  /** Known values. */
  readonly domain: Domain;
  readonly scope: ConditionScope;
}

/** A cell that says something. */
export interface CheckedCell {
  readonly expression: Expression;
  /** The values that pass; more than that when the cell is not exact. */
  readonly domain: Domain;
  readonly exact: boolean;
}

/** The test of a cell; null: anything passes. A cell that is wrong is reported and lets anything pass. */
export function checkCell(
  cell: TableCellSyntax,
  column: InputColumn,
  context: RuleContext,
): CheckedCell | null {
  const tests = cell.tests.flatMap((call) => checkCondition(call, column.slot, column.scope, context));
  if (tests.length === 0) return null;
  const { call, variable } = buildAt(cell.at);
  const subject = variable(column.bound.name);
  const [first, ...rest] = tests.flatMap((test) => expressionsOf(test, subject));
  if (first === undefined) return null;
  let { domain } = column;
  let exact = !column.slot.list;
  for (const test of tests) {
    const narrowed = narrow(domain, test);
    domain = narrowed ?? domain;
    if (narrowed === null) exact = false;
  }
  if (exact && isEmpty(domain)) {
    const why = `the conditions exclude every value of \`${column.text}\``;
    context.report.add('never-holds', cell.at, { why });
  }
  return { expression: rest.length === 0 ? first : call('and', first, ...rest), domain, exact };
}

/** `null` if the accepted values are only known when the test runs. */
function narrow(domain: Domain, { lowered }: FieldTest): Domain | null {
  switch (lowered.kind) {
    case 'predicate':
      return lowered.restriction && restrict(domain, lowered.restriction);
    case 'equals':
      if (lowered.operand.kind !== 'literal') return null;
      return restrict(domain, { kind: 'one-of', values: [lowered.operand.value] });
    case 'none-of': {
      const values = lowered.operands.flatMap((operand) =>
        operand.kind === 'literal' ? [operand.value] : [],
      );
      return values.length < lowered.operands.length ? null : restrict(domain, { kind: 'none-of', values });
    }
  }
}

function expressionsOf({ lowered, at }: FieldTest, subject: Expression): readonly Expression[] {
  const { call } = buildAt(at);
  switch (lowered.kind) {
    case 'predicate':
      return [lowered.build(subject)];
    case 'equals':
      return [call('eq', subject, operandExpression(lowered.operand))];
    case 'none-of':
      return [call('neq', subject, ...lowered.operands.map(operandExpression))];
  }
}
