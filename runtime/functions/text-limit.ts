/** A bound of what rules build: texts that double with every firing would fill the memory. */
import { LimitError } from '../engine/errors.ts';

/** In UTF-16 units. */
export const LONGEST_TEXT = 1_048_576;

/**
 * A concatenated text within the length limit. V8 does not copy the parts of a concatenation before code
 * reads it, so this costs a comparison.
 */
export function boundedText(text: string): string {
  if (text.length > LONGEST_TEXT) throw textTooLong();
  return text;
}

/** Call before building a text of this length from many parts. */
export function checkLength(length: number): void {
  if (length > LONGEST_TEXT) throw textTooLong();
}

/** Texts with a separator between them. */
export function joinBounded(texts: readonly string[], separator: string): string {
  let length = separator.length * Math.max(texts.length - 1, 0);
  for (const text of texts) length += text.length;
  checkLength(length);
  return texts.join(separator);
}

function textTooLong(): LimitError {
  return new LimitError('textLength', `A rule builds a text of more than ${LONGEST_TEXT} characters`);
}
