import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import type { PropertyExpression, Rule } from '../../compiler/ruleset.ts';

/** The expressions on the right side of a rule. */
export function writtenExpressions({ then }: Rule): readonly TypedExpression[] {
  return [
    ...then.obligations.flatMap(({ properties }) => properties.flatMap(({ value }) => singles(value))),
    ...then.effects.flatMap((effect) =>
      effect.kind === 'retract' ? [] : effect.slots.map(({ value }) => value),
    ),
  ];
}

function singles(value: PropertyExpression): readonly TypedExpression[] {
  return value.kind === 'items' ? value.items : [value.value];
}
