import { buildAt, operandExpression } from './build-expression.ts';
import type { Lowered, Operand, OperatorCall, OrderRelation } from './operator.ts';

/** An order test: `(> ?subject operand)` and its kin. INTEGER and FLOAT compare by value, as in CLIPS. */
export function compareNumbers(relation: OrderRelation, call: OperatorCall, operand: Operand): Lowered {
  const value = operand.kind === 'literal' ? operand.value.value : null;
  return {
    kind: 'predicate',
    build: (subject) => buildAt(call.at).call(relation, subject, operandExpression(operand)),
    restriction:
      typeof value !== 'number' && typeof value !== 'bigint' ? null : { kind: 'order', relation, value },
  };
}
