import type { Expression } from '../expression/expression.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import type { Lowered, Operand } from './operator.ts';

/**
 * A test of the slot's text against a text. The empty text passes always: known at compile time it leaves no test;
 * in a variable it is tested first, because `str-index` treats it differently in CLIPS 6.30 and 6.4.
 */
export function textTest(
  operand: Operand,
  test: (subject: Expression, text: Expression) => Expression,
): readonly Lowered[] {
  const text = operandExpression(operand);
  if (operand.kind === 'literal') {
    if (operand.value.value === '') return [];
    return [{ kind: 'predicate', build: (subject) => test(subject, text), restriction: null }];
  }
  const { call, integer } = buildAt(operand.at);
  const empty = call('=', call('str-length', text), integer(0));
  return [
    { kind: 'predicate', build: (subject) => call('or', empty, test(subject, text)), restriction: null },
  ];
}
