import { checkExpression } from '../../language/expression/check.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { parseExpression } from '../../language/expression/parse.ts';
import { ANY, BOOLEAN, SYMBOL, unionOf, type StaticType } from '../../language/expression/static-type.ts';
import { slotStaticType } from '../../language/expression/typing.ts';
import type { Slot } from '../../ruleset.ts';
import type { SourceText } from '../../syntax.ts';
import { constantCalls } from '../scope/constant-call.ts';
import type { Environment } from '../scope/environment.ts';
import { renameVariables } from '../../language/expression/rename-variables.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** The types that fit into a slot; a list takes any multifield, whose items are checked when it is made. */
export function staticTypeOf(slot: Pick<Slot, 'type' | 'list'>): StaticType {
  const type = slotStaticType(slot);
  return type === SYMBOL ? unionOf(SYMBOL, BOOLEAN) : type;
}

/**
 * CLIPS source in a rule, checked with the variables bound at its place, and in the names of the constructs. Null
 * (reported) when it is not an expression of the language.
 */
export function checkExpressionSource(
  source: SourceText,
  environment: Environment,
  context: RuleContext,
): { readonly expression: Expression; readonly type: StaticType } | null {
  const { checked, report, incomplete, binds } = context;
  const expression = parseExpression(source, report, constantCalls(checked, checked.internals, report));
  if (expression === null) return null;
  // What a dropped pattern would have bound is not unbound, but nothing is known of it.
  const lost = incomplete.value ? [...binds] : [];
  const variables = new Map([
    ...lost.map((name): [string, StaticType] => [name, ANY]),
    ...[...environment.variables].map(([name, bound]): [string, StaticType] => [name, slotStaticType(bound)]),
  ]);
  const scope = { variables, functions: checked.signatures, templates: checked.templates };
  const type = checkExpression(expression, scope, report);
  const renamed = renameVariables(expression, (name) => environment.variables.get(name)?.name ?? name);
  return { expression: renamed, type };
}
