/** Dependencies of expressions, which the plan needs in addition to their types. */
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import { partsOf } from '../language/expression/variables.ts';

/** True if an expression is stable: it reads the facts of its match, and neither others nor the clock. */
export function isSteady(expression: TypedExpression): boolean {
  if (expression.kind === 'fact-query') return false;
  if (expression.kind === 'call') {
    const { kind } = expression.target;
    if (kind === 'temporal' || kind === 'now') return false;
  }
  return partsOf(expression).every(isSteady);
}
