import { buildAt, operandExpression } from '../../language/operators/build-expression.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { variablesOf } from '../../language/expression/variables.ts';
import type { FieldTest } from './check-condition.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** A test of a field as an expression of its own. */
export function expressionOf({ lowered, at }: FieldTest, subject: Expression): Expression {
  const { call } = buildAt(at);
  switch (lowered.kind) {
    case 'predicate':
      return lowered.build(subject);
    case 'equals':
      return call('eq', subject, operandExpression(lowered.operand));
    case 'none-of':
      return call('neq', subject, ...lowered.operands.map(operandExpression));
  }
}

/** True if a test compares with the value of an aggregate, so that it is judged after the stage. */
export function isOfAggregate(test: FieldTest, { aggregates }: RuleContext): boolean {
  if (aggregates.size === 0) return false;
  const expression = expressionOf(test, buildAt(test.at).symbol('subject'));
  return usesAggregate(expression, aggregates);
}

export function usesAggregate(expression: Expression, aggregates: RuleContext['aggregates']): boolean {
  return aggregates.size > 0 && [...variablesOf(expression)].some((name) => aggregates.has(name));
}
