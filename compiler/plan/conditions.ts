import type { TypedCall, TypedExpression } from '../language/expression/typed-expression.ts';
import { partsOf } from '../language/expression/variables.ts';
import { expressionsOf } from '../left-side.ts';
import type { Rule, Ruleset } from '../ruleset.ts';

/** An expression on a rule's left side, with the rule. */
interface AskedExpression {
  readonly rule: Rule;
  readonly expression: TypedExpression;
}

/**
 * Returns the expressions of all left sides, and of the cells of table rows. A module built for explanations has its
 * functions in the same order.
 */
export function askedExpressions({ rules }: Pick<Ruleset, 'rules'>): readonly AskedExpression[] {
  return rules.flatMap((rule) => {
    const cells = (rule.cells ?? []).map(({ expression }) => expression);
    return [...expressionsOf(rule.when), ...cells].map((expression) => ({ rule, expression }));
  });
}

/** The calls of aggregates in an expression. */
export function aggregatesIn(expression: TypedExpression): readonly TypedCall[] {
  const inner = partsOf(expression).flatMap(aggregatesIn);
  if (expression.kind !== 'call' || expression.target.kind !== 'temporal') return inner;
  return expression.target.temporal.meaning.kind === 'aggregate' ? [expression, ...inner] : inner;
}

/** An aggregate on a rule's left side. */
interface AskedAggregate {
  readonly rule: Rule;
  readonly call: TypedCall;
}

/** The aggregates that all left sides ask about, in the order of the functions that a module made for explanations has. */
export function askedAggregates(ruleset: Pick<Ruleset, 'rules'>): readonly AskedAggregate[] {
  return askedExpressions(ruleset).flatMap(({ rule, expression }) =>
    aggregatesIn(expression).map((call) => ({ rule, call })),
  );
}
