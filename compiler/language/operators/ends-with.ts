import type { Expression } from '../expression/expression.ts';
import { buildAt, type Builder } from './build-expression.ts';
import { complementOf } from './complement.ts';
import { TEXT_SLOT, type Operand, type Operator } from './operator.ts';
import { textTest } from './text-test.ts';

function lengthLessOne(text: Expression, { call, integer }: Builder): Expression {
  if (text.kind === 'literal') return integer([...String(text.value.value)].length - 1);
  return call('-', call('str-length', text), integer(1));
}

/**
 * Compares the last characters. A value shorter than the ending makes `sub-string` begin before 1, which CLIPS takes
 * as 1: the whole value comes back and differs by its length. `sub-string` always returns a STRING.
 */
export const endsWith: Operator = {
  name: 'ends_with',
  slotTypes: TEXT_SLOT,
  parameters: ['text-or-texts'],
  lower: (at, ending: Operand) =>
    textTest(ending, (subject, text) => {
      const build = buildAt(at.at);
      const { call } = build;
      const length = call('str-length', subject);
      const tail = call('sub-string', call('-', length, lengthLessOne(text, build)), length, subject);
      return call('eq', tail, text.kind === 'literal' ? text : call('str-cat', text));
    }),
};

export const notEndsWith = complementOf('not_ends_with', endsWith);
