import { buildAt, operandExpression } from './build-expression.ts';
import { EVERY_SLOT, type Operand, type Operator } from './operator.ts';

/** Compares the number of items. */
function sizeOperator(name: string, comparison: '=' | '>' | '>=' | '<=', fixed: number | null): Operator {
  return {
    name,
    slotTypes: EVERY_SLOT,
    lists: 'only',
    parameters: fixed === null ? ['size'] : [],
    lower({ at }, ...sizes: readonly Operand[]) {
      const { call, integer } = buildAt(at);
      const [given] = sizes;
      const size = given === undefined ? integer(fixed ?? 0) : operandExpression(given);
      return [
        {
          kind: 'predicate',
          build: (subject) => call(comparison, call('length$', subject), size),
          restriction: null,
        },
      ];
    },
  };
}

export const isEmptyList = sizeOperator('is_empty', '=', 0);
export const notEmpty = sizeOperator('not_empty', '>', 0);
export const sizeAtLeast = sizeOperator('size_at_least', '>=', null);
export const sizeAtMost = sizeOperator('size_at_most', '<=', null);
export const sizeEquals = sizeOperator('size_equals', '=', null);
