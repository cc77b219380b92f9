import type { WhenSyntax } from '../../syntax.ts';

/** Alternatives of one rule: its left side with every `any` written out, as CLIPS builds it. */
export const MOST_ALTERNATIVES = 256;
/** Patterns of all alternatives of one rule together. */
export const MOST_PATTERNS = 1_000;
/** Total weight of all rules, each by `weightOf`. */
export const MOST_WEIGHT = 200_000;
/** A match holds the facts of the patterns before it: this many of them cost as much as a pattern. */
const PATTERNS_OF_A_MATCH = 20;

/** Weight of the left side of a rule with all alternatives expanded. May be Infinity. */
interface RuleSize {
  readonly alternatives: number;
  readonly patterns: number;
  /** For each pattern the patterns of its alternative. */
  readonly pairs: number;
}

const NOTHING: RuleSize = { alternatives: 1, patterns: 0, pairs: 0 };

/** All elements together: every alternative of one combines with every alternative of the others. */
export function sizeOfAll(elements: readonly WhenSyntax[]): RuleSize {
  return elements.map(sizeOf).reduce(together, NOTHING);
}

/** Size of the rule's code, in single patterns. */
export function weightOf({ patterns, pairs }: RuleSize): number {
  return patterns + pairs / PATTERNS_OF_A_MATCH;
}

function together(one: RuleSize, other: RuleSize): RuleSize {
  return {
    alternatives: one.alternatives * other.alternatives,
    patterns: one.patterns * other.alternatives + other.patterns * one.alternatives,
    pairs:
      one.pairs * other.alternatives + other.pairs * one.alternatives + 2 * one.patterns * other.patterns,
  };
}

function sizeOf(element: WhenSyntax): RuleSize {
  switch (element.kind) {
    case 'pattern':
      return { alternatives: 1, patterns: 1, pairs: 1 };
    case 'any': {
      const sizes = element.branches.map(sizeOfAll);
      const sum = (part: keyof RuleSize): number => sizes.reduce((total, size) => total + size[part], 0);
      return {
        alternatives: Math.max(1, sum('alternatives')),
        patterns: sum('patterns'),
        pairs: sum('pairs'),
      };
    }
    case 'aggregate':
      return { alternatives: 1, patterns: 0, pairs: 0 };
    // A group is one element of its rule: negated alternatives follow one another.
    case 'forall':
      return grouped(sizeOfAll([element.each, ...element.must]));
    default:
      return grouped(sizeOfAll(element.elements));
  }
}

function grouped({ patterns }: RuleSize): RuleSize {
  return { alternatives: 1, patterns, pairs: patterns ** 2 };
}
