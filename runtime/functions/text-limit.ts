/** A bound of what rules build: texts that double with every firing would fill the memory. */
import { LimitError } from '../errors.ts';

/** In UTF-16 units. */
export const LONGEST_TEXT = 1_048_576;

/**
 * A text that was put together, when it is not too long. V8 does not copy the parts of a concatenation before somebody
 * reads it, so this costs a comparison.
 */
export function boundedText(text: string): string {
  if (text.length > LONGEST_TEXT) throw textTooLong();
  return text;
}

/** To be asked before a text of this length is made, where its parts are many. */
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
