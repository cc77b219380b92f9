import type { SourceText } from '../../compiler/syntax.ts';

/** A text that is alone in its file. */
export function sourceText(text: string): SourceText {
  const span = (start: number, end: number) => ({ file: 'test.yaml', start, end });
  return { text, at: span(0, text.length), spanOf: span };
}
