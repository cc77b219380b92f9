import { buildAt } from './build-expression.ts';
import { inList } from './in.ts';
import { ANY_SLOT, single, type Operand, type Operator } from './operator.ts';
import { complement } from './complement.ts';

export const notIn: Operator = {
  name: 'not_in',
  slotTypes: ANY_SLOT,
  parameters: ['values'],
  lower(call, ...items: readonly Operand[]) {
    const [only] = items;
    if (only?.kind === 'variable' && only.list) return [complement(inList(call, only), buildAt(call.at))];
    return [{ kind: 'none-of', operands: items.map(single) }];
  },
};
