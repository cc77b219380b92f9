import { operandExpression } from './build-expression.ts';
import { callInternal, COMPARTMENT_HELD } from './compartments.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** The slot's list of compartments has the one named. */
export const inCompartment: Operator = {
  name: 'in_compartment',
  slotTypes: TEXT_SLOT,
  parameters: ['compartment'],
  lower: (call, compartment: Operand) => [
    {
      kind: 'predicate',
      build: (subject) => callInternal(call, COMPARTMENT_HELD, subject, operandExpression(compartment)),
      restriction: null,
    },
  ],
};
