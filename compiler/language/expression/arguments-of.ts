import type { TypedExpression } from './typed-expression.ts';
import type { FunctionName } from '../functions/table.ts';

/** The arguments of a call of one function with this many arguments; none for anything else. */
export function argumentsOf(
  expression: TypedExpression,
  name: FunctionName,
  count: number,
): readonly TypedExpression[] {
  const isCall = expression.kind === 'call' && expression.name === name && expression.args.length === count;
  return isCall ? expression.args : [];
}
