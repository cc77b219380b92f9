import {
  complement,
  rangesOf,
  sizeOf,
  type CodePoints,
} from '../../../compiler/language/regex/code-points.ts';
import { PERL_CLASSES } from '../../../compiler/language/regex/named-classes.ts';

const MOST_RANGES = 8;

const CLASS_NAMES: readonly (readonly [CodePoints, string])[] = [
  [PERL_CLASSES.get('d') ?? [], 'a digit'],
  [PERL_CLASSES.get('w') ?? [], 'a letter from a to z in either case, a digit or `_`'],
  [PERL_CLASSES.get('s') ?? [], 'white space'],
  [[0x0a, 0x0a], 'a line break'],
];

/** A set of characters in words. */
export function characterText(points: CodePoints): string {
  if (points.length === 0) return 'a character that does not exist';
  const others = complement(points);
  if (others.length === 0) return 'any character';
  const own = nameOf(points);
  if (own !== null) return own;
  const left = nameOf(others);
  if (left !== null) return `any character but ${left}`;
  if (sizeOf(points) > sizeOf(others)) return `any character but ${rangesText(others)}`;
  return points.length === 2 ? `a character from ${rangesText(points)}` : `one of ${rangesText(points)}`;
}

function nameOf(points: CodePoints): string | null {
  const found = CLASS_NAMES.find(
    ([set]) => set.length === points.length && set.every((point, i) => point === points[i]),
  );
  return found?.[1] ?? null;
}

function rangesText(points: CodePoints): string {
  const ranges = rangesOf(points).map(([low, high]) =>
    low === high ? characterOf(low) : `${characterOf(low)} to ${characterOf(high)}`,
  );
  const shown = ranges.slice(0, MOST_RANGES);
  return [...shown, ...(ranges.length > shown.length ? ['…'] : [])].join(', ');
}

/** A character itself where it can be seen, else its number. */
function characterOf(point: number): string {
  const character = String.fromCodePoint(point);
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)
    ? codeText(character)
    : point === 0x20
      ? 'a space'
      : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Inline code of Markdown, whatever the text has in it. */
export function codeText(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const isTicked = text.startsWith('`') || text.endsWith('`') || /^ .* $/.test(text);
  return isTicked ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
