/** Messages of JavaScript itself; a message for people is never one of these. */
const INTERNAL =
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError)\b|Cannot read propert|is not a function|is not iterable|Maximum call stack|Invalid array length|Invalid string length|\[object \w+\]|\bundefined\b|\bNaN\b/;

/** True if a message reveals a defect. Text of the user, in backticks or quotes, is ignored. */
export function isInternalMessage(message: string): boolean {
  return INTERNAL.test(message.replace(/`[^`]*`|'[^']*'|"[^"]*"/g, ''));
}
