import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { ConditionElement, Field } from '../ruleset.ts';
import { required } from '../required.ts';

/**
 * A node of a rule's left side while CLIPS' transformations reorder it, and in the end one element of a disjunct.
 * Mutable on purpose: the transformations of reorder.c are rewrites in place, and each rule gets its own tree.
 */
export interface Element {
  kind: 'and' | 'or' | 'not' | 'pattern' | 'test';
  children: Element[];
  negated: boolean;
  exists: boolean;
  /** `exists` of a group. */
  existsGroup: boolean;
  /** Depth of groups at which the element begins and ends; 1 is outside of all. */
  begin: number;
  end: number;
  /** Conjuncts of a test, or of the tests attached to a pattern. */
  tests: TypedExpression[];
  template: string | null;
  fields: readonly Field[];
  address: string | null;
  /** A place holder before a test that opens a group. */
  initial: boolean;
}

export function createElement(kind: Element['kind'], children: Element[] = []): Element {
  return {
    kind,
    children,
    negated: false,
    exists: false,
    existsGroup: false,
    begin: 1,
    end: 1,
    tests: [],
    template: null,
    fields: [],
    address: null,
    initial: false,
  };
}

/** Makes `target` what `source` is, in place. */
export function become(target: Element, source: Element): void {
  Object.assign(target, source, { children: [] });
}

/** A tree of its own. `children`: what it has in place of copies of the element's. */
export function copyElement(
  element: Element,
  children: Element[] = element.children.map((child) => copyElement(child)),
): Element {
  const { kind, negated, exists, existsGroup, begin, end, tests } = element;
  const { template, fields, address, initial } = element;
  return {
    kind,
    children,
    negated,
    exists,
    existsGroup,
    begin,
    end,
    tests: [...tests],
    template,
    fields,
    address,
    initial,
  };
}

/** The conjuncts of an expression: only a top-level `and` is spliced. */
export function conjuncts(expression: TypedExpression): TypedExpression[] {
  return expression.kind === 'call' && expression.name === 'and' ? [...expression.args] : [expression];
}

function group(elements: readonly ConditionElement[], kind: 'and' | 'or'): Element {
  const [only] = elements;
  return elements.length === 1
    ? fromCondition(required(only, 'only'))
    : createElement(kind, elements.map(fromCondition));
}

/** `exists X` is `not(not(and X))`, as in CLIPS' own parser. */
export function fromCondition(condition: ConditionElement): Element {
  switch (condition.kind) {
    case 'pattern': {
      const element = createElement('pattern');
      element.template = condition.template;
      element.fields = condition.fields;
      element.address = condition.address;
      return element;
    }
    case 'test': {
      const element = createElement('test');
      element.tests = conjuncts(condition.expression);
      return element;
    }
    case 'not':
      return createElement('not', [fromCondition(condition.element)]);
    case 'exists':
      return createElement('not', [createElement('not', [group(condition.elements, 'and')])]);
    default:
      return group(condition.elements, condition.kind);
  }
}
