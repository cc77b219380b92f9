import type { TypedExpression, TypedFunction } from '../../compiler/language/expression/typed-expression.ts';
import { partsOf } from '../../compiler/language/expression/variables.ts';
import { askedExpressions } from '../../compiler/plan/conditions.ts';
import type { Ruleset } from '../../compiler/ruleset.ts';
import { writtenExpressions } from '../../library/constants/written-expressions.ts';
import { changeableFunctions } from '../../library/constants/changeable.ts';

/** Rules that fire together match together, and no evaluation fails in a condition or in a firing. */
export function isSteady(checked: Ruleset): boolean {
  return (
    checked.stages.length === 0 &&
    checked.temporal.length === 0 &&
    changeableFunctions(checked).size === 0 &&
    checked.rules.every(({ then }) => then.effects.length === 0) &&
    !mayAnyFail(checked)
  );
}

function mayAnyFail(checked: Ruleset): boolean {
  const asked = askedExpressions(checked).map(({ expression }) => expression);
  const functions = new Map(checked.typedFunctions.map((one) => [one.version.id, one]));
  const known = new Map<number, boolean>();
  return [...asked, ...checked.rules.flatMap(writtenExpressions)].some((one) =>
    mayFail(one, functions, known),
  );
}

/** Functions that take anything: they fail only where an argument does. */
const TAKE_ANYTHING: ReadonlySet<string> = new Set(['and', 'or', 'not', 'eq', 'neq']);

/**
 * True if evaluating an expression may raise an error. Every call of a function of the ruleset counts as one that may;
 * for one without recursion, such as that of the rows of a decision table, the body decides.
 */
function mayFail(
  expression: TypedExpression,
  functions: ReadonlyMap<number, TypedFunction>,
  known: Map<number, boolean>,
): boolean {
  const parts = (): boolean => partsOf(expression).some((part) => mayFail(part, functions, known));
  if (expression.kind === 'return') return parts();
  if (!expression.canFail) return false;
  if (expression.kind === 'if') return parts();
  if (expression.kind !== 'call') return true;
  const { target } = expression;
  if (target.kind === 'function') return !TAKE_ANYTHING.has(expression.name) || parts();
  if (target.kind !== 'deffunction') return true;
  const { id } = target.version;
  const before = known.get(id);
  if (before === undefined) {
    // While its body is read: it calls itself.
    known.set(id, true);
    const body = functions.get(id)?.body;
    known.set(id, body === undefined || body.some((one) => mayFail(one, functions, known)));
  }
  return known.get(id) === true || parts();
}
