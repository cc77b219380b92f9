import type { TextTestName } from '../functions/text-tests.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import { TEXT_SLOT, type Lowered, type Operand, type Operator, type OperatorCall } from './operator.ts';

/** The host function that tests a text, and the one that takes a list of wanted values. */
interface HostTest {
  readonly one: TextTestName;
  readonly some: TextTestName | null;
}

/** Holds for one of the items of a list that is written out; another list goes to the host's function whole. */
function askedText({ at }: OperatorCall, { one, some }: HostTest, operand: Operand): Lowered {
  const { call, symbol } = buildAt(at);
  const isList = operand.kind === 'variable' && operand.list;
  const name = isList && some !== null ? some : one;
  return {
    kind: 'predicate',
    build(subject) {
      const items = operand.kind === 'list' ? operand.items : [operand];
      const tests = items.map((item) => call(name, operandExpression(item), subject));
      const [only] = tests;
      if (only === undefined) return symbol('FALSE');
      return tests.length === 1 ? only : call('or', ...tests);
    },
    restriction: null,
  };
}

/** An operator on texts that a host function judges, with what is wrong with an argument that is written out. `takesLists`: it takes a list that is written out, too. */
export function textOperator(
  name: string,
  host: HostTest,
  problemOf: NonNullable<Operator['problemOf']> = () => null,
  takesLists = false,
): Operator {
  return {
    name,
    slotTypes: TEXT_SLOT,
    parameters: [host.some === null ? (takesLists ? 'text-or-texts' : 'text') : 'texts'],
    problemOf,
    lower: (call, operand: Operand) => [askedText(call, host, operand)],
  };
}
