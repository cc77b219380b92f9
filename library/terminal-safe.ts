import { jsonEscape } from './shown-text.ts';

/** Controls but line feed and tab, line separators, and what reorders a line. */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text for a terminal. Agents and callers write file names, facts and reasons: characters that a terminal would obey
 * become escapes, which JSON reads as the same text.
 */
export function terminalSafe(text: string): string {
  return text.replace(OBEYED, jsonEscape);
}
