import type { Literal } from '../ruleset.ts';

/**
 * THE literal writer of the CLIPS target. CLIPS escapes differently from JavaScript: in a string a backslash makes
 * the next character literal, and nothing else is special (CLIPS 6.4 scanner.c).
 */
export function clipsString(value: string): string {
  return '"' + value.replace(/["\\]/g, (c) => '\\' + c) + '"';
}

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
function isConstantSymbol(text: string): boolean {
  if (NUMBER.test(text) || INSTANCE_NAME.test(text) || text.startsWith('$?')) return false;
  // A symbol may begin with `<`, which else ends one.
  return SYMBOL.test(text.startsWith('<') ? '_' + text.slice(1) : text);
}

/** A float as CLIPS reads it: always with a point or an exponent, so that it never turns into an INTEGER. */
export function clipsFloat(value: number): string {
  if (!Number.isFinite(value))
    throw new TypeError('CLIPS text has no literal for a number that is not finite');
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  return /[.e]/.test(text) ? text : text + '.0';
}

/** Any literal of a ruleset in CLIPS text. INVARIANT: symbols were checked by isClipsSymbol when they were read. */
export function clipsLiteral(literal: Literal): string {
  switch (literal.type) {
    case 'STRING':
      return clipsString(literal.value);
    case 'SYMBOL':
      if (!isClipsSymbol(literal.value)) throw new TypeError('not a symbol');
      return literal.value;
    case 'INTEGER':
      return literal.value.toString();
    case 'FLOAT':
      return clipsFloat(literal.value);
  }
}

/** A constant inside an expression. INVARIANT: symbols were read from an expression. */
export function clipsConstant(literal: Literal): string {
  if (literal.type !== 'SYMBOL') return clipsLiteral(literal);
  if (!isConstantSymbol(literal.value)) throw new TypeError('not a symbol');
  return literal.value;
}
