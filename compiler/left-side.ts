import type { Expression } from './language/expression/expression.ts';
import type { ConditionElement, Pattern } from './ruleset.ts';
import type { Field } from './untyped.ts';

type Leaf<E extends Expression> = Extract<ConditionElement<E>, { readonly kind: 'pattern' | 'test' }>;

/** Every pattern and test, those of groups included, in the order written. */
function leavesOf<E extends Expression>(elements: readonly ConditionElement<E>[]): readonly Leaf<E>[] {
  return elements.flatMap((element): readonly Leaf<E>[] => {
    switch (element.kind) {
      case 'pattern':
      case 'test':
        return [element];
      case 'not':
        return leavesOf([element.element]);
      case 'exists':
      case 'and':
      case 'or':
        return leavesOf(element.elements);
    }
  });
}

/** Every pattern of a rule's left side, those of groups included, in the order written. */
export function patternsOf<E extends Expression>(
  elements: readonly ConditionElement<E>[],
): readonly Pattern<E>[] {
  return leavesOf(elements).flatMap((leaf) => (leaf.kind === 'pattern' ? [leaf] : []));
}

/** Every expression on a rule's left side, groups included, in document order. */
export function expressionsOf<E extends Expression>(elements: readonly ConditionElement<E>[]): readonly E[] {
  return leavesOf(elements).flatMap((leaf) =>
    leaf.kind === 'test'
      ? [leaf.expression]
      : leaf.fields.flatMap(({ constraints }) =>
          constraints.flatMap((one) => (one.kind === 'predicate' ? [one.expression] : [])),
        ),
  );
}

/** Slots of a pattern whose items are matched one by one. */
export function splitSlots(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ slot, each }) => (each === undefined ? [] : [slot])));
}
