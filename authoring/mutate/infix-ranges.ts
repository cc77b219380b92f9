/** Ranges of the parts of an infix text, with their blanks, parentheses and commas. */
import type { ShortExpression } from '../../compiler/short-tree.ts';

/** Offsets of a part of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Enclosing {
  readonly at: Range;
}

/** An argument with its parentheses. Only blanks, parentheses and one comma separate two arguments. */
export function argumentRegion(
  text: string,
  { at }: Enclosing,
  args: readonly ShortExpression[],
  i: number,
): Range {
  const [argument, next] = [args[i], args[i + 1]];
  const own = argument?.at ?? at;
  const start = text.lastIndexOf(',', own.start - 1) + 1;
  const end = next === undefined ? at.end - 1 : text.indexOf(',', own.end);
  return trimmed(text, { start: Math.max(start, at.start + 1), end });
}

/** An argument with one of its commas. */
export function argumentCut(
  text: string,
  tree: Enclosing,
  args: readonly ShortExpression[],
  i: number,
): Range {
  const region = argumentRegion(text, tree, args, i);
  const comma = text.lastIndexOf(',', region.start);
  if (comma > tree.at.start) return { start: comma, end: region.end };
  return { start: region.start, end: afterBlanks(text, text.indexOf(',', region.end) + 1) };
}

export function trimmed(text: string, { start, end }: Range): Range {
  return { start: afterBlanks(text, start), end: beforeBlanks(text, end) };
}

export function afterBlanks(text: string, position: number): number {
  while (/\s/.test(text.charAt(position))) position++;
  return position;
}

export function beforeBlanks(text: string, position: number): number {
  while (position > 0 && /\s/.test(text.charAt(position - 1))) position--;
  return position;
}
