/**
 * Text of others as people are shown it: on a terminal, in a question. What a terminal would obey, what is invisible and
 * what reorders a line is written as an escape, so that different values look different and no value looks like two lines.
 */
import { jsonText } from '../runtime/values/json-text.ts';
import { NumberText } from '../runtime/values/number-text.ts';

/** Controls, formats, line separators, half surrogates, private and unassigned characters, fillers, odd spaces. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}]|(?! )\p{Zs}/gu;
const HEXADECIMAL = 16;
const DIGITS = 4;

/** The text with every hidden character as a JSON escape. */
export function visible(text: string): string {
  return text.replace(HIDDEN, jsonEscape);
}

/** A character as JSON escapes, one for each half of a surrogate pair. */
export function jsonEscape(character: string): string {
  let escapes = '';
  for (let i = 0; i < character.length; i++)
    escapes += `\\u${character.charCodeAt(i).toString(HEXADECIMAL).padStart(DIGITS, '0')}`;
  return escapes;
}

/** One value on one line: text that could be read in two ways is quoted as JSON. */
export function shownText(text: string): string {
  const shown = visible(text);
  const isPlain = shown === text && text !== '' && text.trim() === text && !/["\\]/.test(text);
  return isPlain ? text : visible(JSON.stringify(text));
}

/** A JSON value in lines, whole: nothing is cut, and every digit is kept. */
export function shownJson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${inner}${shownJson(item, inner)}`).join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null && !(value instanceof NumberText)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, item]) => `${inner}${line(key)}: ${shownJson(item, inner)}`);
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }
  return line(value);
}

function line(value: unknown): string {
  return visible(jsonText(value) ?? 'null');
}
