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
  const { checked, report, incomplete } = context;
  const expression = parseExpression(source, report);
  if (expression === null) return null;
  // A dropped pattern would make its variables look unbound.
  if (incomplete.value) return { expression, type: ANY };
  const variables = new Map(
    [...environment.variables].map(([name, { type }]) => [
      name,
      type === 'SYMBOL' ? SYMBOL : staticTypeOf(type),
    ]),
  );
  const scope = { variables, functions: checked.signatures, templates: checked.templates };
  const type = checkExpression(expression, scope, report);
  const renamed = renameVariables(expression, (name) => environment.variables.get(name)?.name ?? name);
  return { expression: renamed, type };
}
