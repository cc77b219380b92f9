/** The comparisons, quantifiers and presence tests of a short rule, as its author wrote them. */
import type { InfixCondition } from '../infix-condition.ts';
import type { ResolvedLeft } from './resolved-rule.ts';
import type { Resolved } from './resolved.ts';

/** In the order of the text; a quantifier comes before its arguments. */
export function infixConditions(left: ResolvedLeft): readonly InfixCondition[] {
  const aggregates = left.let.map(({ value }): InfixCondition => ({ at: value.at, isNegated: false }));
  return [...aggregates, ...left.if.flatMap((condition) => conditionsIn(condition, false))];
}

function conditionsIn(condition: Resolved, isNegated: boolean): readonly InfixCondition[] {
  const { use, ...body } = condition;
  if (use !== undefined && use.use === undefined)
    return [{ at: use, isNegated }, ...conditionsIn(body, isNegated).map((inner) => ({ ...inner, use }))];
  const { at } = condition;
  switch (condition.kind) {
    case 'not':
      return conditionsIn(condition.operand, !isNegated);
    case 'and':
    case 'or':
      return condition.operands.flatMap((operand) => conditionsIn(operand, isNegated));
    case 'quantifier':
      return [{ at, isNegated }, ...argumentsOf(condition, isNegated)];
    default:
      return [{ at, isNegated }];
  }
}

/** Conditions in the arguments of a quantifier. In `forall`, all arguments except the last one are negated. */
function argumentsOf(
  { quantifier, args }: Extract<Resolved, { kind: 'quantifier' }>,
  isNegated: boolean,
): readonly InfixCondition[] {
  switch (quantifier.value) {
    case 'exists':
      return args.flatMap((argument) => conditionsIn(argument, isNegated));
    case 'forall':
      return args.flatMap((argument, i) =>
        conditionsIn(argument, i === args.length - 1 ? isNegated : !isNegated),
      );
    default:
      return [];
  }
}
