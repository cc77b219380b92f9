/** String functions. Characters are Unicode code points (CLIPS 6.4 counts UTF-8 characters); positions from 1. */
import { FALSE } from '../values/truth-symbols.ts';
import { FloatValue, SymbolValue, type Integer, type Multifield, type Value } from '../values/values.ts';
import { wrongType } from './failure.ts';
import { floatText } from '../values/float.ts';
import { joinBounded } from './text-limit.ts';

/** True if every UTF-16 unit before `end` is a character, so that offsets are positions there. */
function isPlain(text: string, end: number): boolean {
  for (let i = Math.min(end, text.length) - 1; i >= 0; i--) if (isSurrogate(text.charCodeAt(i))) return false;
  return true;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

export function stringLength(text: string): number {
  return charactersBefore(text, text.length);
}

function charactersBefore(text: string, end: number): number {
  return isPlain(text, end) ? end : [...text.slice(0, end)].length;
}

/** `sub-string`: from and to are positions, both included; a position outside the text is taken as its end. */
export function subString(from: Integer, to: Integer, text: string): string {
  const start = Math.max(0, Number(from) - 1);
  const end = Number(to);
  if (end < 1 || start >= end) return '';
  return isPlain(text, end) ? text.slice(start, end) : [...text].slice(start, end).join('');
}

/** `str-index`: position of the first occurrence, or FALSE. An empty text is found at 1. */
export function stringIndex(sought: string, text: string): number | SymbolValue {
  const at = text.indexOf(sought);
  if (at < 0) return FALSE;
  return charactersBefore(text, at) + 1;
}

/** `str-compare`: -1, 0 or 1 by the bytes of UTF-8, as C's strcmp does. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    // In UTF-8, characters that take two UTF-16 units come after all others.
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? Math.sign(x - y) : isSurrogate(x) ? 1 : -1;
  }
  return Math.sign(a.length - b.length);
}

/** `str-compare` of the first `count` bytes; a negative count compares everything, as it does in C. */
export function compareStringStarts(a: string, b: string, count: Integer): number {
  if (count < 0) return compareStrings(a, b);
  const left = utf8(a);
  const right = utf8(b);
  for (let i = 0; i < count; i++) {
    const x = left[i] ?? 0;
    const y = right[i] ?? 0;
    if (x !== y) return x < y ? -1 : 1;
    if (x === 0) return 0;
  }
  return 0;
}

function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point, 0));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point, 6), tail(point, 0));
    else bytes.push(0xf0 | (point >> 18), tail(point, 12), tail(point, 6), tail(point, 0));
  }
  return bytes;
}

function tail(point: number, shift: number): number {
  return 0x80 | ((point >> shift) & 0x3f);
}

/** `upcase`: ASCII letters only, as in CLIPS. */
export function upperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** `lowcase`: ASCII letters only, as in CLIPS. */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** `str-replace`: every occurrence from left to right; an empty text occurs nowhere. */
export function replaceAll(text: string, sought: string, replacement: string): string {
  return sought === '' ? text : joinBounded(text.split(sought), replacement);
}

/** `upcase`, `lowcase` and `str-replace` of a STRING or SYMBOL answer the type that they were given. */
export function likeLexeme(like: Value, text: string): string | SymbolValue {
  return like instanceof SymbolValue ? new SymbolValue(text) : text;
}

/** A value as `str-cat` and `sym-cat` write it. */
export function textOf(value: Value, name: string, position: number): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof SymbolValue) return value.name;
  if (value instanceof FloatValue) return floatText(value.value);
  throw wrongType(name, position, 'string, symbol, float or integer', value);
}

/** `implode$`: the fields as CLIPS prints them in a multifield, separated by spaces. */
export function implode(list: Multifield): string {
  const texts = list.map((field) =>
    typeof field === 'string' ? quoted(field) : textOf(field, 'implode$', 1),
  );
  return joinBounded(texts, ' ');
}

function quoted(text: string): string {
  return '"' + text.replace(/["\\]/g, (c) => '\\' + c) + '"';
}
