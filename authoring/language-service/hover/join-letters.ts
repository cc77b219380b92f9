import { foldCase } from '../../../compiler/language/regex/case-folding.ts';
import type { CodePoints } from '../../../compiler/language/regex/code-points.ts';
import type { RegexNode } from '../../../compiler/language/regex/syntax-tree.ts';
import { codeText } from './character-text.ts';

/** A run of characters as one text, or any other node. */
export type Piece =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'node'; readonly node: RegexNode };

interface Letter {
  readonly letter: string;
  /** `null` for a character that has one case only. */
  readonly isFolded: boolean | null;
}

/** The parts of a sequence, with characters that follow each other joined. */
export function joinLetters(parts: readonly RegexNode[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let run: Letter[] = [];
  const close = (): void => {
    if (run.length > 0) pieces.push({ kind: 'text', text: runText(run) });
    run = [];
  };
  for (const node of parts.flatMap((part) => (part.kind === 'sequence' ? part.parts : [part]))) {
    const letter = node.kind === 'set' ? letterOf(node.points) : null;
    if (letter === null) {
      close();
      if (node.kind !== 'empty') pieces.push({ kind: 'node', node });
      continue;
    }
    const before = run.find(({ isFolded }) => isFolded !== null);
    if (before !== undefined && letter.isFolded !== null && letter.isFolded !== before.isFolded) close();
    run.push(letter);
  }
  close();
  return pieces;
}

function runText(run: readonly Letter[]): string {
  const text = codeText(run.map(({ letter }) => letter).join(''));
  return run.some(({ isFolded }) => isFolded === true) ? `${text} in any letter case` : text;
}

/** The character that a set is, alone or with its other cases; `null` for a set of several. */
function letterOf(points: CodePoints): Letter | null {
  const [first = 0] = points;
  if (points.length === 2 && points[1] === first) {
    const isCased = foldCase(points).length > 2;
    return { letter: String.fromCodePoint(first), isFolded: isCased ? false : null };
  }
  if (points.length > 12) return null;
  const folded = foldCase([first, first]);
  const isOne = folded.length === points.length && folded.every((point, i) => point === points[i]);
  return isOne ? { letter: String.fromCodePoint(first).toLowerCase(), isFolded: true } : null;
}
