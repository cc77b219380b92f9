import type { Literal } from '../../values.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import {
  ANY_SLOT,
  single,
  type Lowered,
  type Operand,
  type Operator,
  type OperatorCall,
} from './operator.ts';

function literals(operands: readonly Operand[]): readonly Literal[] | null {
  const values = operands.flatMap((operand) => (operand.kind === 'literal' ? [operand.value] : []));
  return values.length === operands.length ? values : null;
}

/** The value is an item of a list that another fact holds. */
export function inList({ at }: OperatorCall, list: Operand): Lowered {
  const { call } = buildAt(at);
  return {
    kind: 'predicate',
    build: (subject) => call('member$', subject, operandExpression(list)),
    restriction: null,
  };
}

/** Membership in a list. Written with `eq`, because the constructs have no `|` constraints; one item is `equals`. */
export const isIn: Operator = {
  name: 'in',
  slotTypes: ANY_SLOT,
  parameters: ['values'],
  lower(call, ...items: readonly Operand[]) {
    const [only] = items;
    if (only?.kind === 'variable' && only.list) return [inList(call, only)];
    if (only && items.length === 1) return [{ kind: 'equals', operand: single(only) }];
    const build = buildAt(call.at);
    const values = literals(items);
    return [
      {
        kind: 'predicate',
        build: (subject) =>
          build.call('or', ...items.map((item) => build.call('eq', subject, operandExpression(item)))),
        restriction: values && { kind: 'one-of', values },
      },
    ];
  },
};
