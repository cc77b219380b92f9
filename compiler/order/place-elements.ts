/** Places of a disjunct's elements in the chain of joins (analysis.c). */
import type { Element } from './element.ts';
import { matchedTemplate, type PatternPart } from './list-items.ts';
import type { AlphaTest, HashPair, JoinTest } from './network.ts';
import { elementAt } from '../required.ts';

/** A level of a pattern: tests of one slot, a selector when one of them is a positive literal; or of a list's items. */
export interface AlphaField extends Pick<PatternPart, 'kind' | 'slot'> {
  readonly tests: readonly AlphaTest[];
}

/** An element with its place in the chain of joins and its tests. Mutable until the tests are attached. */
export interface PlacedElement {
  readonly kind: 'pattern' | 'test';
  /** Entries that represent its facts in matches (see list-items.ts). */
  readonly template: string | null;
  readonly initial: boolean;
  negated: boolean;
  exists: boolean;
  existsGroup: boolean;
  begin: number;
  end: number;
  /** Number of the pattern in the rule, for scoping. */
  pattern: number;
  /** Position of its fact in the chain of matches. */
  position: number;
  alpha: readonly AlphaField[];
  tests: JoinTest[];
  secondary: JoinTest[];
  /** Agreement of the left and right matches of the group that this element opens. */
  agreement: JoinTest[];
  groupHash: HashPair[];
  hash: HashPair[];
}

/** The elements of a disjunct in their places, not analysed yet. */
export function placeElements(elements: readonly Element[]): PlacedElement[] {
  const placed = elements.map((element): PlacedElement => ({
    kind: element.kind === 'test' ? 'test' : 'pattern',
    template: element.template === null ? null : matchedTemplate(element.template, element.fields),
    initial: element.initial,
    negated: element.negated,
    exists: element.exists,
    existsGroup: element.existsGroup,
    begin: element.begin,
    end: element.end,
    pattern: -1,
    position: 0,
    alpha: [],
    tests: [],
    secondary: [],
    agreement: [],
    groupHash: [],
    hash: [],
  }));
  number(placed, 0, 1, 1, 0);
  return placed;
}

/** Numbers patterns and positions; a group takes one position in the chain around it (analysis.c). */
function number(
  placed: readonly PlacedElement[],
  from: number,
  startPattern: number,
  depth: number,
  at: number,
): number | null {
  let pattern = startPattern;
  let position = at;
  for (let i = from; i < placed.length; i++) {
    const element = elementAt(placed, i);
    if (element.begin > depth) {
      const last = number(placed, i, pattern, depth + 1, position);
      if (last === null) return null;
      i = last;
      if (elementAt(placed, i).end < depth) return i;
      pattern++;
      position++;
    } else if (element.kind === 'test') {
      if (position === 0) position++;
      element.position = position - 1;
      if (element.end < depth) return i;
    } else {
      element.pattern = pattern;
      element.position = position;
      if (element.end < depth) return i;
      pattern++;
      position++;
    }
  }
  return null;
}
