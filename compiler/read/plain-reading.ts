import type { Span } from '../diagnostics/position.ts';
import type { ReadContext } from './context.ts';

/** Collections within each other that are read without the parser: far more than a rule has. */
export const MOST_LEVELS = 20;

/** Context that readers of plain elements share. */
export interface PlainReading {
  readonly text: string;
  /** Maximum characters of a scalar. */
  readonly textLength: number;
  readonly span: (start: number, end: number) => Span;
  /** At least as many as the lexical tokens of what was read. */
  tokens: number;
}

export function createReading({ source, limits }: ReadContext): PlainReading {
  const { path: file, text } = source;
  return { text, textLength: limits.textLength, span: (start, end) => ({ file, start, end }), tokens: 0 };
}
