import type { Expression } from '../expression/expression.ts';
import { buildAt, operandExpression } from './build-expression.ts';
import type { Lowered, Operand } from './operator.ts';

/**
 * A test of the slot's text against a text. The empty text passes always: known at compile time it leaves no test;
 * in a variable it is tested first, because `str-index` treats it differently in CLIPS 6.30 and 6.4.
 */
export function textTest(
  operand: Operand,
  test: (subject: Expression, text: Expression) => Expression,
): readonly Lowered[] {
  if (operand.kind === 'list') return anyOf(operand, test);
  const text = operandExpression(operand);
  if (operand.kind === 'literal') {
    if (operand.value.value === '') return [];
    return [{ kind: 'predicate', build: (subject) => test(subject, text), restriction: null }];
  }
  const { call, integer } = buildAt(operand.at);
  const empty = call('=', call('str-length', text), integer(0));
  return [
    { kind: 'predicate', build: (subject) => call('or', empty, test(subject, text)), restriction: null },
  ];
}

/** One of the texts passes. The empty list lets nothing pass; one with an empty text, everything. */
function anyOf(
  { items, at }: Extract<Operand, { kind: 'list' }>,
  test: Parameters<typeof textTest>[1],
): readonly Lowered[] {
  const tests = items.map((item) => textTest(item, test)[0] ?? null);
  if (tests.includes(null)) return [];
  const { call, symbol } = buildAt(at);
  const build = (subject: Expression): Expression => {
    const each = tests.flatMap((one) => (one?.kind === 'predicate' ? [one.build(subject)] : []));
    const [only] = each;
    if (only === undefined) return symbol('FALSE');
    return each.length === 1 ? only : call('or', ...each);
  };
  return [{ kind: 'predicate', build, restriction: null }];
}
