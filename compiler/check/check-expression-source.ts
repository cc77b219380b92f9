import { checkExpression } from '../expression/check.ts';
import type { Expression } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse.ts';
import { ANY, BOOLEAN, FLOAT, INTEGER, STRING, SYMBOL, type StaticType } from '../expression/static-type.ts';
import type { SlotType } from '../ruleset.ts';
import type { SourceText } from '../syntax.ts';
import type { Environment } from './environment.ts';
import { renameVariables } from './rename-variables.ts';
import type { RuleContext } from './rule-context.ts';

const STATIC_TYPE: Readonly<Record<SlotType, StaticType>> = {
  INTEGER,
  FLOAT,
  STRING,
  SYMBOL: SYMBOL | BOOLEAN,
};

/** The types that fit into a slot. */
export function staticTypeOf(type: SlotType): StaticType {
  return STATIC_TYPE[type];
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
  const expression = parseExpression(source, report);
  if (expression === null) return null;
  // What a dropped pattern would have bound is not unbound, but nothing is known of it.
  const lost = incomplete.value ? [...binds] : [];
  const variables = new Map([
    ...lost.map((name): [string, StaticType] => [name, ANY]),
    ...[...environment.variables].map(([name, { type }]): [string, StaticType] => [
      name,
      type === 'SYMBOL' ? SYMBOL : staticTypeOf(type),
    ]),
  ]);
  const scope = { variables, functions: checked.signatures, templates: checked.templates };
  const type = checkExpression(expression, scope, report);
  const renamed = renameVariables(expression, (name) => environment.variables.get(name)?.name ?? name);
  return { expression: renamed, type };
}
