import { buildAt, operandExpression } from './build-expression.ts';
import { complementOf } from './complement.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';

/** Searches, not anchored. CLIPS has no regular expressions: the constructs call a host function. */
export const matches: Operator = {
  name: 'matches',
  slotTypes: TEXT_SLOT,
  parameters: ['pattern'],
  lower: (call, pattern: Operand) => [
    {
      kind: 'predicate',
      build: (subject) => buildAt(call.at).call('service-matches', operandExpression(pattern), subject),
      restriction: null,
    },
  ],
};

export const notMatches = complementOf('not_matches', matches);
