/** A regular expression in words. */
import { parseRegex } from '../../../compiler/language/regex/parse-regex.ts';
import type { RegexNode, RepeatNode } from '../../../compiler/language/regex/syntax-tree.ts';
import { characterText } from './character-text.ts';
import { joinLetters, type Piece } from './join-letters.ts';

/** A step of what is matched; `inner` are its own steps. */
interface Step {
  readonly text: string;
  readonly inner: readonly Step[];
}

const ASSERTIONS = {
  'text-start': 'the start of the text',
  'text-end': 'the end of the text',
  'line-start': 'the start of a line',
  'line-end': 'the end of a line',
  'word-boundary': 'the start or the end of a word',
  'no-word-boundary': 'no start and no end of a word',
} as const;

/** Markdown; `null` for an invalid pattern. */
export function patternText(pattern: string): string | null {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) return null;
  const { tree } = parsed;
  const parts = tree.kind === 'sequence' ? tree.parts : [tree];
  const begins = isAnchor(parts[0], 'text-start');
  const ends = parts.length > (begins ? 1 : 0) && isAnchor(parts.at(-1), 'text-end');
  const rest = parts.slice(begins ? 1 : 0, ends ? -1 : undefined);
  const steps = stepsOf({ kind: 'sequence', parts: rest });
  const where =
    begins && ends ? 'is, as a whole' : begins ? 'begins with' : ends ? 'ends with' : 'has somewhere';
  if (steps.length === 0) return begins && ends ? 'Matches the empty text alone.' : 'Matches every text.';
  return `Matches a text that ${where}:\n\n${lines(steps, 0).join('\n')}`;
}

const isAnchor = (node: RegexNode | undefined, assertion: string): boolean =>
  node?.kind === 'assertion' && node.assertion === assertion;

function lines(steps: readonly Step[], depth: number): readonly string[] {
  return steps.flatMap(({ text, inner }) => [`${'  '.repeat(depth)}- ${text}`, ...lines(inner, depth + 1)]);
}

function stepsOf(node: RegexNode): readonly Step[] {
  const parts = node.kind === 'sequence' ? node.parts : [node];
  return joinLetters(parts).map(stepOf);
}

function stepOf(piece: Piece): Step {
  if (piece.kind === 'text') return step(piece.text);
  const { node } = piece;
  switch (node.kind) {
    case 'empty':
      return step('nothing');
    case 'set':
      return step(characterText(node.points));
    case 'assertion':
      return step(ASSERTIONS[node.assertion]);
    case 'sequence':
      return step('in this order:', stepsOf(node));
    case 'alternation':
      return alternationStep(node.branches);
    case 'repeat': {
      const inner = stepsOf(node.part);
      const [only] = inner;
      const isPlain = inner.length === 1 && only?.inner.length === 0 && node.part.kind !== 'alternation';
      return isPlain && only !== undefined
        ? step(counted(only.text, node))
        : step(`${counted('this', node)}:`, inner);
    }
  }
}

function alternationStep(branches: readonly RegexNode[]): Step {
  const inner = branches.map((branch): Step => {
    const steps = stepsOf(branch);
    const [only] = steps;
    return steps.length === 1 && only !== undefined ? only : step('in this order:', steps);
  });
  const isPlain = inner.every((one) => one.inner.length === 0);
  return isPlain ? step(`one of: ${inner.map(({ text }) => text).join('; ')}`) : step('one of these:', inner);
}

const step = (text: string, inner: readonly Step[] = []): Step => ({ text, inner });

function counted(what: string, { min, max }: RepeatNode): string {
  if (max === null) {
    const times =
      min === 0 ? 'any number of times' : min === 1 ? 'one or more times' : `${min} or more times`;
    return `${what}, ${times}`;
  }
  if (min === 0 && max === 1) return `optionally ${what}`;
  return `${what}, ${min === max ? min : `${min} to ${max}`} times`;
}
