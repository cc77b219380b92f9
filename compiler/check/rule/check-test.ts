/** Expressions as tests of CLIPS. */
import type { Expression } from '../../language/expression/expression.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import { BOOLEAN } from '../../language/static-type.ts';
import type { SourceText } from '../../syntax.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import type { CheckedSource } from './check-expression-source.ts';

/** The expression of a test; null, reported, if it is not a call. */
export function asTest(
  checked: CheckedSource,
  { text, at }: SourceText,
  { report }: RuleContext,
): Expression | null {
  const expression = asCall(checked);
  if (isCall(expression)) return expression;
  report.add('test-no-call', at, { text });
  return null;
}

/** A variable that is a BOOLEAN is compared with TRUE. */
function asCall({ expression, type }: CheckedSource): Expression {
  if (expression.kind !== 'variable' || type !== BOOLEAN) return expression;
  const { call, symbol } = buildAt(expression.at);
  return call('eq', expression, symbol('TRUE'));
}

/** CLIPS takes a call as the expression of a test, and nothing else: a word or a number would hold always. */
function isCall({ kind }: Expression): boolean {
  return kind !== 'literal' && kind !== 'variable' && kind !== 'fact-slot';
}
