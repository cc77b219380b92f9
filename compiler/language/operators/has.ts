import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';
import { EVERY_SLOT, type Operand, type Operator, type OperatorCall } from './operator.ts';

/** Says of a whole list what a predicate says; a pattern over its items would match once a position. */
function listOperator(
  name: string,
  parameter: 'item' | 'items',
  test: (list: Expression, operand: Operand, call: OperatorCall) => Expression,
): Operator {
  return {
    name,
    slotTypes: EVERY_SLOT,
    lists: 'only',
    parameters: [parameter],
    lower: (call, operand: Operand) => [
      { kind: 'predicate', build: (subject) => test(subject, operand, call), restriction: null },
    ],
  };
}

const isMember = (list: Expression, item: Operand, { at }: OperatorCall): Expression =>
  buildAt(at).call('member$', operandExpression(item), list);

/** `(some-member ?items ?list)`: whether some item of one list is in the other. */
function someMemberFunction(at: Span): InternalFunction {
  const { call, variable, symbol } = buildAt(at);
  return {
    key: 'some-member',
    wanted: 'some-member',
    define: (name) => ({
      name,
      parameters: ['items', 'list'],
      wildcard: null,
      body: [
        {
          kind: 'foreach',
          form: 'progn$',
          variable: 'item',
          list: variable('items'),
          body: [
            {
              kind: 'if',
              test: call('member$', variable('item'), variable('list')),
              then: [{ kind: 'return', value: symbol('TRUE'), at }],
              else: [],
              at,
            },
          ],
          at,
        },
        symbol('FALSE'),
      ],
      at,
    }),
  };
}

function isAnyMember(list: Expression, items: Operand, call: OperatorCall): Expression {
  const build = buildAt(call.at);
  if (items.kind !== 'list') {
    return build.call(call.internal(someMemberFunction(call.at)), operandExpression(items), list);
  }
  // CLIPS' `or` takes at least one; no list is shorter than none.
  if (items.items.length === 0) return build.call('<', build.call('length$', list), build.integer(0));
  const tests = items.items.map((item) => isMember(list, item, call));
  const [only] = tests;
  return tests.length === 1 && only ? only : build.call('or', ...tests);
}

const negate =
  (test: typeof isMember): typeof isMember =>
  (list, operand, call) =>
    buildAt(call.at).call('not', test(list, operand, call));

/** The value is an item of the list. */
export const has = listOperator('has', 'item', isMember);
export const hasNot = listOperator('has_not', 'item', negate(isMember));
/** Some of the values is, or none is. */
export const hasAny = listOperator('has_any', 'items', isAnyMember);
export const hasNone = listOperator('has_none', 'items', negate(isAnyMember));
/** Each of the values is an item; of no values each is. */
export const hasAll = listOperator('has_all', 'items', (list, items, { at }) =>
  buildAt(at).call('subsetp', operandExpression(items), list),
);
/** Each item is one of the values; of an empty list each is. */
export const only = listOperator('only', 'items', (list, items, { at }) =>
  buildAt(at).call('subsetp', list, operandExpression(items)),
);
