import { operandExpression } from './build-expression.ts';
import { callInternal, COMPARTMENTS_COVER, isEmptyList } from './compartments.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** The slot's list has all compartments of the argument. Every list has those of the empty list, so that is not a test. */
export const hasCompartments: Operator = {
  name: 'has_compartments',
  slotTypes: TEXT_SLOT,
  parameters: ['compartments'],
  lower: (call, compartments: Operand) =>
    isEmptyList(compartments)
      ? []
      : [
          {
            kind: 'predicate',
            build: (subject) =>
              callInternal(call, COMPARTMENTS_COVER, subject, operandExpression(compartments)),
            restriction: null,
          },
        ],
};
