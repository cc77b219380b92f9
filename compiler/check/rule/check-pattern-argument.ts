import { checkRegex } from '../../language/regex/check-regex.ts';
import type { Operand } from '../../language/operators/operator.ts';
import type { OperatorSyntax } from '../../syntax.ts';
import { typeText } from '../scope/literals.ts';
import type { OperandScope } from './check-operands.ts';
import { wrongKind } from './wrong-kind.ts';

const REFERENCE = /^\s*\$[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*\s*$/;

/** A pattern is one literal argument (or the text in its quotes), known at compile time. */
export function checkPatternArgument(call: OperatorSyntax, scope: OperandScope): readonly Operand[] | null {
  const [argument] = call.args;
  const { report } = scope.context;
  if (argument?.kind !== 'bare' && argument?.kind !== 'quoted') {
    return wrongKind(argument ?? call.raw, scope, 'a pattern');
  }
  const { text, at } = argument;
  if (REFERENCE.test(text)) return wrongKind(argument, scope, 'a pattern that is written out');
  const result = checkRegex(text);
  if (!result.ok) {
    report.add('bad-pattern', at, { problem: result.message });
    return null;
  }
  const value = typeText(text, 'STRING', at, report);
  return value && [{ kind: 'literal', value, at }];
}
