import { buildAt } from './build-expression.ts';
import { complementOf } from './complement.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';
import { textTest } from './text-test.ts';

export const startsWith: Operator = {
  name: 'starts_with',
  slotTypes: TEXT_SLOT,
  parameters: ['text-or-texts'],
  lower: (call, prefix: Operand) =>
    textTest(prefix, (subject, text) => {
      const { call: apply, integer } = buildAt(call.at);
      return apply('eq', apply('str-index', text, subject), integer(1));
    }),
};

export const notStartsWith = complementOf('not_starts_with', startsWith);
