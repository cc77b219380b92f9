import { REORDERING } from '../compiler/read/scalar.ts';

/**
 * Escapes the characters that a source cannot contain. INVARIANT: in the text, they are inside double quotes.
 */
export function escapeReordering(text: string): string {
  return text.replace(REORDERING, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
