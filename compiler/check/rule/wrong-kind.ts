import type { ArgumentSyntax } from '../../syntax.ts';
import type { OperandScope } from './check-operands.ts';

/** Reports an argument that is not what the operator takes. */
export function wrongKind(
  argument: Pick<ArgumentSyntax, 'at'>,
  { operator, context }: OperandScope,
  expected: string,
): null {
  context.report.add('argument-kind', argument.at, { operator: operator.name, expected });
  return null;
}
