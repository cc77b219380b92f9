import { parseWithinLimits } from './check-regex.ts';
import type { RegexNode } from './syntax-tree.ts';

/** Facts about a part of a pattern. */
interface Known {
  /** It takes at least one character. */
  readonly takes: boolean;
  /** It holds at the start of the text alone, or at its end alone. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** It, or an alternative in it, matches no text. */
  readonly isDead: boolean;
}

const NOTHING: Known = { takes: false, atStart: false, atEnd: false, isDead: false };

/**
 * True if a pattern has an alternative that matches no text, since it takes characters before `^` or behind `$`: what is
 * written around an anchored pattern (quotes, signs, another pattern) was meant otherwise. False for a pattern that is refused.
 */
export function neverMatches(pattern: string): boolean {
  const parsed = parseWithinLimits(pattern);
  return parsed.ok && knownOf(parsed.tree).isDead;
}

function knownOf(node: RegexNode): Known {
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'set':
      return { ...NOTHING, takes: true };
    case 'assertion':
      return { ...NOTHING, atStart: node.assertion === 'text-start', atEnd: node.assertion === 'text-end' };
    case 'repeat': {
      const part = knownOf(node.part);
      return node.min > 0 ? part : { ...NOTHING, isDead: part.isDead };
    }
    case 'alternation': {
      const branches = node.branches.map(knownOf);
      return {
        takes: branches.every(({ takes }) => takes),
        atStart: branches.every(({ atStart }) => atStart),
        atEnd: branches.every(({ atEnd }) => atEnd),
        isDead: branches.some(({ isDead }) => isDead),
      };
    }
    case 'sequence':
      return ofSequence(node.parts.map(knownOf));
  }
}

function ofSequence(parts: readonly Known[]): Known {
  let [hasTaken, isOver, isDead] = [false, false, false];
  for (const part of parts) {
    isDead ||= part.isDead || (part.atStart && hasTaken) || (part.takes && isOver);
    hasTaken ||= part.takes;
    isOver ||= part.atEnd;
  }
  return { takes: hasTaken, atStart: parts.some(({ atStart }) => atStart), atEnd: isOver, isDead };
}
