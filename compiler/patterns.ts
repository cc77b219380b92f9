import type { Expression } from './language/expression/expression.ts';
import type { ConditionElement, Pattern } from './ruleset.ts';
import type { Field } from './untyped.ts';

/** Every pattern of a rule's left side, those of groups included, in the order written. */
export function patternsOf<E extends Expression>(
  elements: readonly ConditionElement<E>[],
): readonly Pattern<E>[] {
  return elements.flatMap((element): readonly Pattern<E>[] => {
    switch (element.kind) {
      case 'pattern':
        return [element];
      case 'test':
        return [];
      case 'not':
        return patternsOf([element.element]);
      case 'exists':
      case 'and':
      case 'or':
        return patternsOf(element.elements);
    }
  });
}

/** Slots of a pattern whose items stand one by one. */
export function splitSlots(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ slot, each }) => (each === undefined ? [] : [slot])));
}
