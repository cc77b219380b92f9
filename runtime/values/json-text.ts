import { keysInOrder } from './keys.ts';
import { NumberText, plainText } from './number-text.ts';

/** Nesting beyond this is refused, so that no value can exhaust the stack. */
const DEEPEST = 500;

/**
 * The JSON text of a value, compact, with every digit: a bigint as an integer, a NumberText as it was sent, -0 with
 * its sign. A key whose value is undefined is left out. Undefined when the value has no JSON text: not a finite
 * number, an instance of a class, a function, or nested too deeply.
 */
export function jsonText(value: unknown, depth = 0): string | undefined {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (value instanceof NumberText) return value.text;
      if (depth === DEEPEST) return undefined;
      return Array.isArray(value) ? arrayText(value, depth + 1) : objectText(value, depth + 1);
    default:
      return plainText(value);
  }
}

function arrayText(items: readonly unknown[], depth: number): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = jsonText(item, depth);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

function objectText(value: object, depth: number): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const texts: string[] = [];
  for (const key of keysInOrder(value)) {
    const item: unknown = (value as Readonly<Record<string, unknown>>)[key];
    if (item === undefined) continue;
    const text = jsonText(item, depth);
    if (text === undefined) return undefined;
    texts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${texts.join(',')}}`;
}
