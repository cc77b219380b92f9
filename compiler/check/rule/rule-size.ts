import type { WhenSyntax } from '../../syntax.ts';

/** Alternatives of one rule: its left side with every `any` written out, as CLIPS builds it. */
export const MOST_ALTERNATIVES = 256;
/** Patterns of all alternatives of one rule together. */
export const MOST_PATTERNS = 1_000;

/** What the left side of a rule comes to, alternatives written out. May be Infinity. */
export interface RuleSize {
  readonly alternatives: number;
  readonly patterns: number;
}

/** All of the elements together: every alternative of one stands with every alternative of the others. */
export function sizeOfAll(elements: readonly WhenSyntax[]): RuleSize {
  const sizes = elements.map(sizeOf);
  const alternatives = sizes.reduce((product, size) => product * size.alternatives, 1);
  const patterns = sizes.reduce(
    (sum, size) => sum + (alternatives / Math.max(size.alternatives, 1)) * size.patterns,
    0,
  );
  return { alternatives, patterns };
}

function sizeOf(element: WhenSyntax): RuleSize {
  switch (element.kind) {
    case 'pattern':
      return { alternatives: 1, patterns: 1 };
    case 'any': {
      const sizes = element.branches.map(sizeOfAll);
      return {
        alternatives: sizes.reduce((sum, { alternatives }) => sum + alternatives, 0),
        patterns: sizes.reduce((sum, { patterns }) => sum + patterns, 0),
      };
    }
    case 'aggregate':
      return { alternatives: 1, patterns: 0 };
    // A group is one element of its rule: what is negated of alternatives stands one behind the other.
    case 'forall':
      return grouped(sizeOfAll([element.each, ...element.must]));
    default:
      return grouped(sizeOfAll(element.elements));
  }
}

function grouped({ patterns }: RuleSize): RuleSize {
  return { alternatives: 1, patterns };
}
