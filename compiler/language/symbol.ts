/**
 * Characters that may form a symbol without being read as something else: no delimiter (space, non-printing, double
 * quote, parentheses, & ~ | < ;), no variable sign in front, and not the shape of a number.
 */
const SYMBOL =
  /^[A-Za-z0-9_!#$%*+,\-./:=>@[\\\]^'`{}\u00a1-\uffff][A-Za-z0-9_!#$%*+,\-./:=>?@[\\\]^'`{}\u00a1-\uffff]*$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** What CLIPS reads as the name of an instance. */
const INSTANCE_NAME = /^\[.+\]$/;

/** Whether `text` reads back in CLIPS as the symbol of exactly this name. */
export function isClipsSymbol(text: string): boolean {
  return isConstantSymbol(text) && !/^[=:<]/.test(text) && text !== '->';
}

/** The same inside an expression, where `=`, `:`, `<` and `->` mean nothing else, as they do in a pattern. */
export function isConstantSymbol(text: string): boolean {
  if (NUMBER.test(text) || INSTANCE_NAME.test(text) || text.startsWith('$?')) return false;
  // A symbol may begin with `<`, which else ends one.
  return SYMBOL.test(text.startsWith('<') ? '_' + text.slice(1) : text);
}
