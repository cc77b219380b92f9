/** What JavaScript says by itself; a message for people is never one of these. */
const INTERNAL =
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError)\b|Cannot read propert|is not a function|is not iterable|Maximum call stack|Invalid array length|Invalid string length|\[object \w+\]|\bundefined\b|\bNaN\b/;

/** Whether a message gives away an accident. Text of the user, between backticks or quotes, says nothing. */
export function isInternalMessage(message: string): boolean {
  return INTERNAL.test(message.replace(/`[^`]*`|'[^']*'|"[^"]*"/g, ''));
}
