import { isClipsSymbol, isClipsText, isConstantSymbol } from '../../language/symbol.ts';
import type { Literal } from '../../values.ts';

/** Deletes the character before it wherever CLIPS reads text, also within a string. */
const BACKSPACE = '\b';

/**
 * THE literal writer of the CLIPS target. CLIPS escapes differently from JavaScript: in a string a backslash makes
 * the next character literal, and nothing else is special (CLIPS 6.4 scanner.c). No literal holds a backspace, which
 * would take the opening quote away: INVARIANT: the compiler refused such text when it was read.
 */
export function clipsString(value: string): string {
  if (!isClipsText(value) || value.includes(BACKSPACE)) throw new TypeError('not a text of CLIPS');
  return '"' + value.replace(/["\\]/g, (c) => '\\' + c) + '"';
}

/** Any text as an expression whose value is that string; @throws TypeError for text that CLIPS cannot hold. */
export function clipsText(value: string): string {
  const parts = value.split(BACKSPACE).map(clipsString);
  return parts.length === 1 ? parts.join('') : `(str-cat ${parts.join(' (format nil "%c" 8) ')})`;
}

/** Any text as an expression whose value is the symbol of that name; @throws TypeError as clipsText does. */
export function clipsSymbol(value: string): string {
  return isClipsSymbol(value) ? value : `(sym-cat ${clipsText(value)})`;
}

/** A float as CLIPS reads it: always with a point or an exponent, so that it never turns into an INTEGER. */
function clipsFloat(value: number): string {
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
    case 'BOOLEAN':
      return literal.value ? 'TRUE' : 'FALSE';
    case 'TIME':
      return literal.value.toString();
  }
}

/** A constant inside an expression. INVARIANT: symbols were read from an expression. */
export function clipsConstant(literal: Literal): string {
  if (literal.type !== 'SYMBOL') return clipsLiteral(literal);
  if (!isConstantSymbol(literal.value)) throw new TypeError('not a symbol');
  return literal.value;
}
