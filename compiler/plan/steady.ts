/** What the plan has to know of expressions besides their types: what they depend on. */
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import { partsOf } from '../language/expression/variables.ts';

/** Whether an expression says the same later: it reads the facts of its match, and neither the others nor the clock. */
export function isSteady(expression: TypedExpression): boolean {
  if (expression.kind === 'fact-query') return false;
  if (expression.kind === 'call') {
    const { kind } = expression.target;
    if (kind === 'temporal' || kind === 'now') return false;
  }
  return partsOf(expression).every(isSteady);
}
