import type { Expression } from '../../language/expression/expression.ts';
import type {
  ConditionElement,
  Consequence,
  Effect,
  PropertyExpression,
  ReasonPart,
  Rule,
} from '../../untyped.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { substitute } from '../../language/expression/rename-variables.ts';

/**
 * The rule with each aggregate's variable replaced by its call: the constructs have no such variable. Patterns
 * stay the same objects, since none of them holds one.
 */
export function withAggregates(rule: Rule, aggregates: RuleContext['aggregates']): Rule {
  if (aggregates.size === 0) return rule;
  const written = (expression: Expression): Expression =>
    substitute(expression, (name) => {
      const call = aggregates.get(name)?.call;
      return call ? { ...call, at: expression.at } : null;
    });
  const text = (parts: readonly ReasonPart[]): readonly ReasonPart[] =>
    parts.map((part) => {
      const expression = part.kind === 'variable' ? aggregates.get(part.name)?.call : undefined;
      return part.kind === 'variable' && expression
        ? { kind: 'computed', expression, writer: part.writer }
        : part;
    });
  const { then, cells } = rule;
  return {
    ...rule,
    aggregates: [...aggregates.values()],
    when: rule.when.map((element) => inElement(element, written)),
    then: { ...inConsequence(then, written), reason: text(then.reason), ...textsOf(then, text) },
    ...(cells && { cells: cells.map((cell) => ({ ...cell, expression: written(cell.expression) })) }),
  };
}

type Written = (expression: Expression) => Expression;
type Text = (parts: readonly ReasonPart[]) => readonly ReasonPart[];

function textsOf({ scope, metadata }: Consequence, text: Text): Pick<Consequence, 'scope' | 'metadata'> {
  return { scope: scope && text(scope), metadata: metadata.map(([key, parts]) => [key, text(parts)]) };
}

function inElement(element: ConditionElement, written: Written): ConditionElement {
  switch (element.kind) {
    case 'pattern':
      return element;
    case 'test':
      return { ...element, expression: written(element.expression) };
    case 'not':
      return { ...element, element: inElement(element.element, written) };
    case 'and':
    case 'or':
    case 'exists':
      return { ...element, elements: element.elements.map((inner) => inElement(inner, written)) };
  }
}

function inConsequence(then: Consequence, written: Written): Consequence {
  const inEffect = (effect: Effect): Effect =>
    effect.kind === 'retract'
      ? effect
      : { ...effect, slots: effect.slots.map(({ slot, value }) => ({ slot, value: written(value) })) };
  const inProperty = (value: PropertyExpression): PropertyExpression =>
    value.kind === 'items'
      ? { ...value, items: value.items.map(written) }
      : { ...value, value: written(value.value) };
  return {
    ...then,
    effects: then.effects.map(inEffect),
    obligations: then.obligations.map(({ type, properties }) => ({
      type,
      properties: properties.map(({ name, value }) => ({ name, value: inProperty(value) })),
    })),
  };
}
