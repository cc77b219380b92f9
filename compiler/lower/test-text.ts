/** Source texts that lowering makes: tests in CLIPS' syntax. Each piece keeps the place of the token it was made of. */
import { isConstantSymbol } from '../language/symbol.ts';
import type { Span } from '../diagnostics/position.ts';
import type { SourceText } from '../syntax.ts';

interface Piece {
  readonly text: string;
  readonly at: Span;
}

/** A part of a test; a list, so that parts nest without copying texts. */
export type TestText = readonly Piece[];

export const piece = (text: string, at: Span): TestText => [{ text, at }];

/** `(name argument …)` */
export function call(name: string, at: Span, ...args: readonly TestText[]): TestText {
  const pieces: Piece[] = [{ text: `(${name}`, at }];
  for (const argument of args) pieces.push({ text: ' ', at }, ...argument);
  pieces.push({ text: ')', at });
  return pieces;
}

/** The one writer of texts into tests. */
export const stringText = (value: string, at: Span): TestText =>
  piece(`"${value.replace(/["\\]/g, '\\$&')}"`, at);

/** A symbol; one that cannot be written is made from its text. */
export function symbolText(value: string, at: Span): TestText {
  return isConstantSymbol(value) && !value.startsWith('?')
    ? piece(value, at)
    : call('sym-cat', at, stringText(value, at));
}

/** The whole text, whose ranges are found again at the tokens that they were made of. */
export function sourceOf(pieces: TestText, at: Span): SourceText {
  const text = pieces.map((part) => part.text).join('');
  const starts: number[] = [];
  let length = 0;
  for (const part of pieces) {
    starts.push(length);
    length += part.text.length;
  }
  const pieceAt = (offset: number): Piece | undefined => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  };
  return {
    text,
    at,
    spanOf(start, end) {
      const [first, last] = [pieceAt(start), pieceAt(Math.max(start, end - 1))];
      if (first === undefined || last === undefined || first.at.file !== last.at.file) return at;
      const from = Math.min(first.at.start, last.at.start);
      const whole = { file: first.at.file, start: from, end: Math.max(first.at.end, last.at.end) };
      const use = first.at.use ?? last.at.use;
      return use === undefined ? whole : { ...whole, use };
    },
  };
}
