import { buildAt, operandExpression } from './build-expression.ts';
import type { Lowered, Operand, OperatorCall } from './operator.ts';

/** A whole list compared with one that is written out. */
export function compareList(comparison: 'eq' | 'neq', { at }: OperatorCall, list: Operand): Lowered {
  return {
    kind: 'predicate',
    build: (subject) => buildAt(at).call(comparison, subject, operandExpression(list)),
    restriction: null,
  };
}
