/** Scalars on one line, in the forms that rules are written in. What has any other form is not read. */
import type { ScalarValue } from '../syntax.ts';
import type { ScalarStyle } from './yaml-node.ts';

interface PlainScalar {
  readonly scalar: ScalarValue;
  readonly style: ScalarStyle;
  /** Characters that it takes in the source. */
  readonly length: number;
}

/** Without quotes: where a list or map is written in brackets, theirs and the comma end it, too. */
const BLOCK =
  /(?:[A-Za-z0-9_$(/.=<+]|[?-](?=[\w$?]))(?:[^\s:]|:(?=\S))*(?: +(?:[^\s:#]|:(?=\S))(?:[^\s:]|:(?=\S))*)*/y;
const FLOW =
  /(?:[A-Za-z0-9_$(/.=<+]|[?-](?=[\w$?]))(?:[^\s:,[\]{}]|:(?=[^\s,[\]{}]))*(?: +(?:[^\s:#,[\]{}]|:(?=[^\s,[\]{}]))(?:[^\s:,[\]{}]|:(?=[^\s,[\]{}]))*)*/y;
/** Halves of pairs and escapes beyond these could be characters that no value may have. */
const DOUBLE = /"([^"\\\p{Cc}\p{Cs}]*(?:\\["\\/nt][^"\\\p{Cc}\p{Cs}]*)*)"/uy;
const SINGLE = /'([^'\p{Cc}]*(?:''[^'\p{Cc}]*)*)'/uy;

const NO_TEXT = /^(?:null|true|false)$/i;
const INTEGER = /^-?(?:0|[1-9][0-9]{0,17})$/;
const FLOAT = /^-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}$/;
/** First characters of a number in any form. */
const NUMERIC = /^[-+.]*[0-9.]/;
/** A number, but none of the two forms above: `+1`, `007`, `0x1F`, `1e3`, `.5`, `.inf`. */
const OTHER_NUMBER = /^[-+]?(?:0o[0-7]*|0x[0-9a-f]*|[0-9.]+(?:e[-+]?[0-9]*)?|\.inf|\.nan)$/i;

/** The scalar that begins at the position; null for what is not plainly one. */
export function plainScalar(text: string, position: number, isInBrackets: boolean): PlainScalar | null {
  const first = text[position];
  if (first === '"') return doubleQuoted(text, position);
  if (first === "'") return singleQuoted(text, position);
  const written = matchAt(isInBrackets ? FLOW : BLOCK, text, position)?.[0];
  const scalar = written === undefined ? null : valueOf(written);
  return written === undefined || scalar === null ? null : { scalar, style: 'plain', length: written.length };
}

function doubleQuoted(text: string, position: number): PlainScalar | null {
  const [whole, inside] = matchAt(DOUBLE, text, position) ?? [];
  if (whole === undefined || inside === undefined) return null;
  // These escapes are those of JSON.
  const value = inside.includes('\\') ? String(JSON.parse(whole)) : inside;
  return { scalar: { kind: 'string', value, text: value }, style: 'double-quoted', length: whole.length };
}

function singleQuoted(text: string, position: number): PlainScalar | null {
  const [whole, inside] = matchAt(SINGLE, text, position) ?? [];
  if (whole === undefined || inside === undefined) return null;
  const value = inside.replaceAll("''", "'");
  return { scalar: { kind: 'string', value, text: value }, style: 'single-quoted', length: whole.length };
}

function valueOf(text: string): ScalarValue | null {
  if (!NUMERIC.test(text)) return NO_TEXT.test(text) ? null : { kind: 'string', value: text, text };
  if (INTEGER.test(text)) return { kind: 'integer', value: BigInt(text), text };
  if (FLOAT.test(text)) return { kind: 'float', value: Number(text), text };
  return OTHER_NUMBER.test(text) ? null : { kind: 'string', value: text, text };
}

/** Match of a sticky expression at the position. */
export function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
