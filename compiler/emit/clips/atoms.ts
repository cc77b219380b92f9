import { isClipsSymbol, isConstantSymbol } from '../../language/symbol.ts';
import type { Literal } from '../../ruleset.ts';

/**
 * THE literal writer of the CLIPS target. CLIPS escapes differently from JavaScript: in a string a backslash makes
 * the next character literal, and nothing else is special (CLIPS 6.4 scanner.c).
 */
export function clipsString(value: string): string {
  return '"' + value.replace(/["\\]/g, (c) => '\\' + c) + '"';
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
