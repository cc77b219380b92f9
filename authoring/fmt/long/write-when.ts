/** `when` of the long form. */
import type { AggregateSyntax } from '../../../compiler/tables-syntax.ts';
import type { ConditionSyntax, PatternSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import type { Plain, PlainMap } from '../plain.ts';
import { argumentText, operatorText } from './write-operator.ts';

export function writeElement(element: WhenSyntax): PlainMap {
  switch (element.kind) {
    case 'pattern':
      return writePattern(element);
    case 'not':
    case 'exists':
      return { [element.kind]: element.elements.map(writeElement) };
    case 'any':
      return { any: element.branches.map((branch) => branch.map(writeElement)) };
    case 'forall':
      return { forall: { each: writePattern(element.each), must: element.must.map(writeElement) } };
    case 'aggregate':
      return writeAggregate(element);
  }
}

function writePattern({ template, relation, alias, conditions }: PatternSyntax): PlainMap {
  return {
    [relation ? 'relation' : 'template']: template.value,
    ...(alias === null ? {} : { alias: `$${alias.value}` }),
    ...(conditions.length === 0 ? {} : { conditions: conditions.map(writeCondition) }),
  };
}

function writeCondition({ slot, each, expression, bind, bindsList, test, now }: ConditionSyntax): PlainMap {
  return {
    ...(slot === null ? {} : { slot: slot.value }),
    ...(each === null ? {} : { each: `?${each.value}` }),
    ...(bind === null ? {} : { bind: `${bindsList ? '$?' : '?'}${bind.value}` }),
    ...(expression === null ? {} : { expression: operatorText(expression) }),
    ...(test === null ? {} : { test: test.text }),
    ...(now === null ? {} : { now: operatorText(now) }),
  };
}

function writeAggregate({ fold, elements, of, as, asList, expression }: AggregateSyntax): PlainMap {
  const from: Plain = elements.map(writeElement);
  return {
    [fold]: of === null ? from : { of: of.kind === 'computed' ? of.source.text : argumentText(of), from },
    ...(as === null ? {} : { as: `${asList ? '$?' : '?'}${as.value}` }),
    ...(expression === null ? {} : { expression: operatorText(expression) }),
  };
}
