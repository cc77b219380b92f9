import { buildAt } from './build-expression.ts';
import { complementOf } from './complement.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';
import { textTest } from './text-test.ts';

/** The empty text is in every text. */
export const contains: Operator = {
  name: 'contains',
  slotTypes: TEXT_SLOT,
  parameters: ['text-or-texts'],
  lower: (call, part: Operand) =>
    textTest(part, (subject, text) => {
      const { call: apply, symbol } = buildAt(call.at);
      return apply('neq', apply('str-index', text, subject), symbol('FALSE'));
    }),
};

export const notContains = complementOf('not_contains', contains);
