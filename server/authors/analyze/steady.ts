import { canFail, type TypedExpression } from '../../../compiler/language/expression/typed-expression.ts';
import { askedExpressions } from '../../../compiler/plan/conditions.ts';
import type { Ruleset } from '../../../compiler/ruleset.ts';
import { writtenExpressions } from './effects.ts';
import { changeableFunctions } from './formula/changeable.ts';

/** What fires together matches together, and no evaluation fails in a condition or in a firing. */
export function isSteady(checked: Ruleset): boolean {
  return (
    checked.stages.length === 0 &&
    checked.temporal.length === 0 &&
    changeableFunctions(checked).size === 0 &&
    checked.rules.every(({ then }) => then.effects.length === 0) &&
    expressionsOf(checked).every((expression) => !canFail(expression))
  );
}

function expressionsOf(checked: Ruleset): readonly TypedExpression[] {
  const asked = askedExpressions(checked).map(({ expression }) => expression);
  return [...asked, ...checked.rules.flatMap(writtenExpressions)];
}
