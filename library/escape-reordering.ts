import { REORDERING } from '../compiler/read/scalar.ts';

/**
 * Text of a source that a program writes, with the characters that a source may not have as escapes. INVARIANT: they are
 * in double quotes.
 */
export function escapeReordering(text: string): string {
  return text.replace(REORDERING, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
