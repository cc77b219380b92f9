import { parse } from 'lossless-json';
import { jsonText } from '../runtime/values/json-text.ts';
import { NumberText } from '../runtime/values/number-text.ts';
import { isExactNumber, scanJson } from './scan-json.ts';

/** More digits than 64 bits can hold; reading such an integer would only cost time. */
const INTEGER = /^-?\d{1,19}$/;

/** One number of a JSON text with nothing lost: a number, a bigint, or the text itself. */
export function exactNumber(text: string): number | bigint | NumberText {
  const value = Number(text);
  if (isExactNumber(text, value)) return value;
  return INTEGER.test(text) && text !== '-0' ? BigInt(text) : new NumberText(text);
}

/**
 * Parses JSON without losing a digit: an integer is a number while it is a safe integer and a bigint beyond; a number
 * whose text says more than its value is a NumberText. Otherwise as JSON.parse: of equal keys the last one counts, and
 * `__proto__` is a key like any other. Throws SyntaxError, also for nesting that is too deep.
 */
export function parseJson(text: string): unknown {
  return parseScanned(text, scanJson(text).exactNumbers);
}

/** parseJson for a text that has been scanned. */
export function parseScanned(text: string, exactNumbers: boolean): unknown {
  if (!exactNumbers) return JSON.parse(text) as unknown;
  try {
    return parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('JSON is nested too deeply', { cause: error });
    throw error;
  }
}

/** Writes compact JSON with every digit. Throws TypeError for a value that has no JSON text. */
export function writeJson(value: unknown): string {
  const text = jsonText(value);
  if (text === undefined) throw new TypeError('The value has no JSON text');
  return text;
}
