/** References that an expression in an aggregate must not have: its value depends on the chosen facts and the clock alone. */
import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { partsOf } from '../../language/expression/variables.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { usesAggregate } from './field-expression.ts';

/** True, and reported, for what reads other facts, or the value of another aggregate. */
export function refuseReading(expression: Expression, at: Span, context: RuleContext): boolean {
  const { aggregates, checked, report } = context;
  const bodies = new Map(checked.functions.map(({ name, definition }) => [name, definition.body]));
  const what = usesAggregate(expression, aggregates)
    ? 'the value of an aggregate'
    : queriesFacts(expression, bodies)
      ? 'a query of facts'
      : null;
  if (what === null) return false;
  report.add('aggregate-content', at, { what });
  return true;
}

/** True if an expression, or a function that it calls, goes through the facts. `bodies`: of the ruleset's functions. */
function queriesFacts(
  expression: Expression,
  bodies: ReadonlyMap<string, readonly Expression[]>,
  seen: Set<string> = new Set(),
): boolean {
  if (expression.kind === 'fact-query') return true;
  if (expression.kind === 'call' && !seen.has(expression.name)) {
    seen.add(expression.name);
    const body = bodies.get(expression.name) ?? [];
    if (body.some((part) => queriesFacts(part, bodies, seen))) return true;
  }
  return partsOf(expression).some((part) => queriesFacts(part, bodies, seen));
}
