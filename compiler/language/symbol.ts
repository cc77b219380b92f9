/**
 * Characters that may form a symbol without being read as something else: no delimiter (space, non-printing, double
 * quote, parentheses, & ~ | < ;), no variable sign in front, and not the shape of a number.
 */
const SYMBOL =
  /^[A-Za-z0-9_!#$%*+,\-./:=>@[\\\]^'`{}\u00a1-\uffff][A-Za-z0-9_!#$%*+,\-./:=>?@[\\\]^'`{}\u00a1-\uffff]*$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Texts that CLIPS reads as names of instances. */
const INSTANCE_NAME = /^\[.+\]$/;

/**
 * Characters that no text in a CLIPS source can hold: NUL ends it, and half of a surrogate pair cannot be written as
 * UTF-8.
 */
const NOT_IN_TEXT = /[\0\p{Cs}]/u;

/** True if CLIPS can hold `text` in a string or a symbol. */
export function isClipsText(text: string): boolean {
  return !NOT_IN_TEXT.test(text);
}

/** True if `text` reads back in CLIPS as the symbol of exactly this name. */
export function isClipsSymbol(text: string): boolean {
  return isConstantSymbol(text) && !/^[=:<]/.test(text) && text !== '->';
}

/** The same inside an expression, where `=`, `:`, `<` and `->` mean nothing else, as they do in a pattern. */
export function isConstantSymbol(text: string): boolean {
  if (NUMBER.test(text) || INSTANCE_NAME.test(text) || text.startsWith('$?') || !isClipsText(text))
    return false;
  // A symbol may begin with `<`, which else ends one.
  return SYMBOL.test(text.startsWith('<') ? '_' + text.slice(1) : text);
}
